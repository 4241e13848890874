/// A key or a password. Neither printing, dumping nor reflecting shows it.
public struct Secret: Equatable, Sendable {
    public let value: String

    public init(_ value: String) {
        self.value = value
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "(secret)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["value": description]) }
}
