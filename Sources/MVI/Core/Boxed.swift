/// A large value behind one reference. Copying a container retains this one reference instead of one for each part of
/// the value. Setting the value creates a new box; copies keep theirs.
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

/// Mirrors the value itself.
extension Boxed: CustomReflectable {
    package var customMirror: Mirror { Mirror(reflecting: value) }
}
