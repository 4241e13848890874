import Domain
import Glibc
import PlatformConcurrency
import PlatformSystem
import Synchronization
import TestFolders

/// A server that follows a script on its first connection, over TCP or a Unix socket.
final class FakeGPSD: Sendable {
    enum Step: Sendable {
        /// Sends these bytes.
        case send(String)
        /// Waits until the client has sent this, or has gone.
        case expect(String)
        /// Sends these bytes again and again until the client has gone.
        case endless(String)
        /// Waits until the client has gone.
        case hold
        /// Closes the connection with undelivered bytes, so that it is reset.
        case reset
    }

    let address: GPSDAddress
    private let listener: Int32
    private let folder: TemporaryFolder?
    private let bytes = Mutex<[UInt8]>([])
    private let ended = Semaphore()

    /// Listens on a free port of 127.0.0.1, or at a path in a temporary folder. The connection is closed at the end of
    /// the script.
    init(overPath: Bool = false, _ script: [Step]) throws {
        folder = overPath ? try TemporaryFolder() : nil
        if let path = folder?.path.appending("gpsd") {
            listener = try Self.checked(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path.bytes) }
            try Self.bind(listener, &name)
            address = .socket(path)
        } else {
            let port: UInt16
            (listener, port) = try Self.reservePort()
            address = .network(host: "127.0.0.1", port: port)
        }
        try Self.checked(listen(listener, 1))
        try Thread.start("fake gpsd") { [self] in
            serve(script)
            ended.post()
        }
    }

    /// Waits for the end of the script; returns what the client sent.
    func received() -> String {
        ended.wait()
        return bytes.withLock { String(decoding: $0, as: UTF8.self) }
    }

    private func serve(_ script: [Step]) {
        let connection = accept(listener, nil, nil)
        close(listener)
        guard connection >= 0 else { return }
        defer { close(connection) }
        for step in script {
            switch step {
            case .send(let text): guard send(connection, text) else { return }
            case .expect(let text): while !hasReceived(text), receive(connection) {}
            case .endless(let text): while send(connection, text) {}
            case .hold: while receive(connection) {}
            case .reset:
                var linger = linger(l_onoff: 1, l_linger: 0)
                setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
            }
        }
    }

    private func hasReceived(_ text: String) -> Bool {
        bytes.withLock { $0.firstRange(of: Array(text.utf8)) != nil }
    }

    private func receive(_ connection: Int32) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 256)
        let count = recv(connection, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        bytes.withLock { $0 += buffer[..<count] }
        return true
    }

    private func send(_ connection: Int32, _ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Binds a socket to a free port of 127.0.0.1. Nobody can connect to it before `listen`.
    static func reservePort() throws -> (socket: Int32, port: UInt16) {
        let number = try checked(socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        try bind(number, &name)
        return (number, UInt16(bigEndian: name.sin_port))
    }

    /// Starts to connect to a port of 127.0.0.1, without waiting.
    static func startConnecting(to port: UInt16) -> Int32 {
        let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        name.sin_port = port.bigEndian
        withUnsafePointer(to: &name) { name in
            name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                _ = connect(number, name, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return number
    }

    private static func bind<Name>(_ listener: Int32, _ name: inout Name) throws {
        var length = socklen_t(MemoryLayout<Name>.size)
        try withUnsafeMutablePointer(to: &name) { name in
            try name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
                try checked(Glibc.bind(listener, name, length))
                try checked(getsockname(listener, name, &length))
            }
        }
    }

    @discardableResult
    private static func checked(_ answer: Int32) throws -> Int32 {
        if answer < 0 { throw FileFailure.failed(code: Errno(errno)) }
        return answer
    }
}
