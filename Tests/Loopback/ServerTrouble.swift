/// What kept a server from starting: the call, and its errno.
public struct ServerTrouble: Error, Equatable, Sendable {
    public let what: String
    public let code: Int32
}
