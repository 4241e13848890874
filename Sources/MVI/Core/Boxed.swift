/// A large value behind one reference: whoever copies what holds it counts one reference, and not one for each of its
/// parts. A change makes a new one; the others keep theirs.
@frozen
package indirect enum Boxed<Value> {
    case box(Value)

    @inlinable
    package init(_ value: Value) {
        self = .box(value)
    }

    @inlinable package var value: Value {
        get {
            switch self {
            case .box(let value): value
            }
        }
        set { self = .box(newValue) }
    }
}

extension Boxed: Equatable where Value: Equatable {}
extension Boxed: Sendable where Value: Sendable {}

/// Shown as the value alone.
extension Boxed: CustomReflectable {
    package var customMirror: Mirror { Mirror(reflecting: value) }
}
