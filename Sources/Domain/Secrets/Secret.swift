/// A key or a password. Neither printing, dumping nor reflecting shows it.
package struct Secret: Equatable, Sendable {
    package let value: String

    package init(_ value: String) {
        self.value = value
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(secret)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["value": description]) }
}
