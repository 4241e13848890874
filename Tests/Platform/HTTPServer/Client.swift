import Domain
import Glibc

/// A plain client that exchanges bytes over a Unix socket. Its calls block, for at most five minutes each because other
/// tests keep the machine busy, so call it on a thread.
final class Client: Sendable {
    struct Answer: Equatable {
        var status: Int
        var headers: [String: String]
        var body: String
    }

    struct Failed: Error {
        let what: String
        let code: Int32
    }

    private let number: Int32

    init(_ path: FolderPath) throws {
        number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var limit = timeval(tv_sec: 300, tv_usec: 0)
        setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.bytes) }
        let answer = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        // Initialisation is complete, so `deinit` closes the socket; closing it here too could hit a reused descriptor.
        guard answer == 0 else { throw Failed(what: "connect", code: errno) }
    }

    /// Connects to a numeric network address.
    init(host: String, port: UInt16) throws {
        var wanted = addrinfo()
        wanted.ai_flags = AI_NUMERICHOST
        wanted.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, "\(port)", &wanted, &found) == 0, let address = found?.pointee else {
            throw Failed(what: "getaddrinfo", code: errno)
        }
        defer { freeaddrinfo(found) }
        number = socket(address.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var limit = timeval(tv_sec: 300, tv_usec: 0)
        setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard connect(number, address.ai_addr, address.ai_addrlen) == 0 else {
            throw Failed(what: "connect", code: errno)
        }
    }

    deinit { close(number) }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failed(what: "send", code: errno) }
            sent += count
        }
    }

    /// Shuts down the sending side.
    func finish() { shutdown(number, Int32(SHUT_WR)) }

    /// Whether the server closed the connection and nothing is left to read.
    func isClosed() -> Bool {
        var byte: UInt8 = 0
        let count = recv(number, &byte, 1, 0)
        return count == 0 || (count < 0 && errno == ECONNRESET)
    }

    /// Whether the server closes the connection within `milliseconds`.
    func hearsEnd(within milliseconds: Int32) -> Bool {
        var wanted = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return poll(&wanted, 1, milliseconds) > 0
    }

    /// Reads everything until the server closes or resets the connection.
    func all() -> [UInt8] {
        var all: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = recv(number, &room, room.count, 0)
            guard count > 0 else { return all }
            all += room[..<count]
        }
    }

    func bytes(_ count: Int) throws -> [UInt8] { try read(count) }

    /// Reads one response. With `isHead`, it has no body whatever its length says.
    func receive(isHead: Bool = false) throws -> Answer {
        var head: [UInt8] = []
        while !head.ends(with: Array("\r\n\r\n".utf8)) { head += try read(1) }
        var lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        let status = Int(lines.removeFirst().split(separator: " ")[1]) ?? 0
        var headers: [String: String] = [:]
        for line in lines where !line.isEmpty {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
        let length = isHead ? 0 : Int(headers["content-length"] ?? "0") ?? 0
        if status == 100 { return try receive() }
        return Answer(status: status, headers: headers, body: String(decoding: try read(length), as: UTF8.self))
    }

    func ask(_ text: String) throws -> Answer {
        try send(text)
        return try receive()
    }

    func get(_ path: String) throws -> Answer {
        try ask("GET \(path) HTTP/1.1\r\nHost: textifyd\r\n\r\n")
    }

    private func read(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var got = 0
        while got < count {
            let more = bytes[got...].withUnsafeMutableBytes { recv(number, $0.baseAddress, $0.count, 0) }
            guard more > 0 else { throw Failed(what: more == 0 ? "end" : "receive", code: errno) }
            got += more
        }
        return bytes
    }
}

extension Array where Element == UInt8 {
    fileprivate func ends(with end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
