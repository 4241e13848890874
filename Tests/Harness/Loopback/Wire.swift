import CLoopback
import Glibc

/// One connected socket, plain or encrypted. Its owner's thread alone uses it; only `shutDown` may come from others.
final class Wire {
    let socket: Int32
    private let connection: UnsafeMutableRawPointer?
    /// Whether the other side is told of the end of the encryption.
    var saysGoodbye = true

    /// Agrees on encryption where there is an identity; `nil` when the client does not.
    init?(_ socket: Int32, _ identity: Identity?) {
        self.socket = socket
        connection = identity.flatMap { loopback_tls_accept($0.handle, socket) }
        if identity != nil && connection == nil { return nil }
    }

    deinit {
        if let connection { loopback_tls_end(connection, saysGoodbye ? 1 : 0) }
    }

    /// What has come; empty at the end.
    func read() -> [UInt8] {
        var room = [UInt8](repeating: 0, count: 65_536)
        let count = connection.map { loopback_tls_read($0, &room, room.count) } ?? recv(socket, &room, room.count, 0)
        return Array(room.prefix(max(0, count)))
    }

    /// Whether all of it went out.
    func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { part -> Int in
                guard let start = part.baseAddress else { return 0 }
                if let connection { return loopback_tls_write(connection, start, part.count) }
                return send(socket, start, part.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// The end will come without a word: the kernel throws away what was not yet delivered.
    func makeReset() {
        saysGoodbye = false
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    }

    /// Waits until the client is gone (`true`), or `other` becomes readable or the time is over (`false`).
    func waitUntilGone(or other: Int32 = -1, milliseconds: Int32 = -1) -> Bool {
        loopback_wait_until_gone(socket, other, milliseconds) == 1
    }
}
