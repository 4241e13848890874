/// Why the terminal can't be taken over.
package struct TerminalFailure: Error, Equatable, Sendable {
    /// An errno.
    package let code: Int32
}
