/// Why the terminal can't be taken over.
public struct TerminalFailure: Error, Equatable, Sendable {
    /// An errno.
    public let code: Int32
}
