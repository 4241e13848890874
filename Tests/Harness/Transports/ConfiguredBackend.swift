package import BackendKit

/// The settings of a backend: its kind's own and those common to all kinds, as one value.
@dynamicMemberLookup
package struct ConfiguredBackend<Own> {
    package var own: Own
    package var context: BackendContext

    package init(_ own: Own, _ context: BackendContext) {
        self.own = own
        self.context = context
    }

    package subscript<Value>(dynamicMember place: WritableKeyPath<Own, Value>) -> Value {
        get { own[keyPath: place] }
        set { own[keyPath: place] = newValue }
    }

    package subscript<Value>(dynamicMember place: WritableKeyPath<BackendContext, Value>) -> Value {
        get { context[keyPath: place] }
        set { context[keyPath: place] = newValue }
    }
}
