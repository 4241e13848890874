/// Why a control socket can't be served.
package enum SocketFailure: Error, Equatable, Sendable {
    /// Somebody answers there.
    case inUse
    /// Something else has the name.
    case notASocket
    /// The system's bound, in bytes.
    case pathTooLong(bytes: Int, limit: Int)
    case file(FileFailure)
    /// What was handed over is no listening Unix socket.
    case notListening
    /// The server itself could not start.
    case serverFailed
}
