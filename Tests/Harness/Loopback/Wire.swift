import CLoopback
import Glibc

/// A connected socket, plain or TLS. Used by its owner's thread only.
final class Wire {
    let socket: Int32
    private let connection: UnsafeMutableRawPointer?
    /// Whether to send TLS close_notify at the end.
    var sendsCloseNotify = true

    /// Performs the TLS handshake if there is an identity; `nil` if it fails.
    init?(_ socket: Int32, _ identity: Identity?) {
        self.socket = socket
        connection = identity.flatMap { loopback_tls_accept($0.handle, socket) }
        if identity != nil && connection == nil { return nil }
    }

    deinit {
        if let connection { loopback_tls_end(connection, sendsCloseNotify ? 1 : 0) }
    }

    /// Reads what has arrived; empty at the end of the connection.
    func read() -> [UInt8] {
        var room = [UInt8](repeating: 0, count: 65_536)
        let count = connection.map { loopback_tls_read($0, &room, room.count) } ?? recv(socket, &room, room.count, 0)
        return Array(room.prefix(max(0, count)))
    }

    /// Sends all bytes. Returns `false` if the connection is gone.
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

    /// Makes the close a reset: the kernel discards undelivered data.
    func makeReset() {
        sendsCloseNotify = false
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    }

    /// Waits until the client disconnects (`true`), or until `other` is readable or the time is up (`false`).
    func waitUntilGone(or other: Int32 = -1, milliseconds: Int32 = -1) -> Bool {
        loopback_wait_until_gone(socket, other, milliseconds) == 1
    }
}

/// A server's freshly generated key and self-signed certificate, for the right name or a wrong one.
package final class Identity: Sendable {
    // The C side locks its mutable state.
    nonisolated(unsafe) let handle: OpaquePointer

    /// `names` such as `IP:127.0.0.1` or `DNS:example.invalid`.
    package init(for names: String) throws {
        guard let handle = loopback_identity_make(names) else { throw ServerError(what: "certificate", code: 0) }
        self.handle = handle
    }

    /// Negotiates only HTTP/2 (ALPN) from now on.
    func preferHTTP2() {
        loopback_identity_prefer_frames(handle)
    }

    deinit {
        loopback_identity_free(handle)
    }

    /// The certificate in PEM, for clients that should trust it.
    package var pem: [UInt8] {
        var count = 0
        let bytes = loopback_identity_pem(handle, &count)
        return UnsafeBufferPointer(start: bytes, count: count).map { UInt8(bitPattern: $0) }
    }

    /// The protocols offered by the latest client (ALPN), such as `h2`, in its order.
    package var offered: [String] {
        var room = [UInt8](repeating: 0, count: 256)
        var count = 0
        loopback_identity_offered(handle, &room, &count)
        var names: [String] = []
        var rest = room[..<count]
        while let length = rest.popFirst() {
            names.append(String(decoding: rest.prefix(Int(length)), as: UTF8.self))
            rest = rest.dropFirst(Int(length))
        }
        return names
    }
}
