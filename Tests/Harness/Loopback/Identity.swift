import CLoopback

/// A key and a certificate, made anew, that a server shows: for the right name or for a wrong one.
package final class Identity: Sendable {
    // The C side locks what changes.
    nonisolated(unsafe) let handle: OpaquePointer

    /// `names` such as `IP:127.0.0.1` or `DNS:example.invalid`.
    package init(for names: String) throws {
        guard let handle = loopback_identity_make(names) else { throw ServerTrouble(what: "certificate", code: 0) }
        self.handle = handle
    }

    /// Agrees on HTTP/2 from now on, and on nothing else.
    func prefersFrames() {
        loopback_identity_prefer_frames(handle)
    }

    deinit {
        loopback_identity_free(handle)
    }

    /// The certificate, for whoever is to trust it.
    package var pem: [UInt8] {
        var count = 0
        let bytes = loopback_identity_pem(handle, &count)
        return UnsafeBufferPointer(start: bytes, count: count).map { UInt8(bitPattern: $0) }
    }

    /// The protocols that the latest client offered, such as `h2`, in its order.
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
