import ControlAPI
@testable import ControlServer
import Domain
import Glibc
import PlatformConcurrency
@testable import PlatformHTTPServer
import PlatformSystem
import TestFolders
import Testing

/// End to end: events at a real socket.
@Suite("Event stream at the socket", .timeLimit(.minutes(5)))
struct EventStreamTests {
    private func serve(
        keeping events: Int, limits: ServerLimits = ServerLimits(),
        _ body: (ScriptedPlane, _ path: String, ThreadExecutor) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let plane = ScriptedPlane(keeping: events)
        let service = ControlService(
            plane: plane.plane, timer: ContinuousClock(), access: .socket(AccessRules(owner: getuid())))
        let path = folder.filePath("control.sock")
        let server = try HTTPServer(ListeningSocket(at: FolderPath(path)), limits: limits, handler: service)
        let threads = ThreadExecutor(name: "listeners", threads: 24)
        try await body(plane, path, threads)
        await server.stop(grace: .seconds(5))
        await threads.shutdown()
    }

    @Test("Every listener receives all events in order") func all() async throws {
        let (listeners, events) = (20, 2000)
        try await serve(keeping: 10_000) { plane, path, threads in
            var open: [Listener] = []
            for _ in 0..<listeners { open.append(try await threads.run { try Listener(path) }) }
            try await withThrowingTaskGroup(of: [String].self) { group in
                for listener in open { group.addTask { try await threads.run { try listener.rest().ids } } }
                for number in 1...events { plane.events.add { .numbered(number) } }
                plane.events.close()
                for try await ids in group { #expect(ids == (1...events).map { "7-\($0)" }) }
            }
        }
    }

    @Test("A HEAD request for events gets no body, and the connection serves the next request") func head()
        async throws
    {
        try await serve(keeping: 100) { plane, path, threads in
            let both =
                "HEAD /v1/events HTTP/1.1\r\nHost: textifyd\r\n\r\n"
                + "GET /healthz HTTP/1.1\r\nHost: textifyd\r\nConnection: close\r\n\r\n"
            let listener = try await threads.run { try Listener(path, both, greeting: "\r\n\r\n") }
            #expect(try await threads.run { try listener.rest() }.hasPrefix("HTTP/1.1 200 OK\r\n"))
            plane.events.close()
        }
    }

    @Test("A slow reader receives events up to a point, then `dropped`, then the end of the stream") func slow()
        async throws
    {
        try await serve(keeping: 50) { plane, path, threads in
            let listener = try await threads.run { try Listener(path) }
            let long = String(repeating: "x", count: 1000)
            for number in 1...5000 { plane.events.add { .numbered(number, long) } }
            let heard = try await threads.run { try listener.rest() }
            let ids = heard.ids
            #expect(ids == (1..<(ids.count + 1)).map { "7-\($0)" } && ids.count < 5000)
            #expect(heard.contains("event: dropped\ndata: {\"missed\":"))
        }
    }

    @Test("A listener that reads nothing beyond the stall timeout still receives `dropped`") func paused()
        async throws
    {
        try await serve(keeping: 1000, limits: ServerLimits(stall: .seconds(1))) { plane, path, threads in
            let listener = try await threads.run { try Listener(path) }
            let long = String(repeating: "x", count: 1000)
            // More than a socket buffers.
            for number in 1...600 { plane.events.add { .numbered(number, long) } }
            // Each of these stalled requests is closed after a second. The listener must not be.
            for _ in 0..<3 {
                let body = "POST /v1/render.txt HTTP/1.1\r\nHost: textifyd\r\nContent-Length: 900\r\n\r\nhalf"
                _ = await threads.run { try? Listener(path, body) }
            }
            for number in 601...5000 { plane.events.add { .numbered(number, long) } }
            let heard = try await threads.run { try listener.rest() }
            #expect(heard.ids.count > 1 && heard.contains("event: dropped\ndata: {\"missed\":"))
        }
    }

    @Test("A disconnected listener frees its slot, and the others continue to receive events") func leaves()
        async throws
    {
        try await serve(keeping: 100) { plane, path, threads in
            for _ in 0..<300 {
                // The slot is freed once the server has noticed the end of the connection, which may take a few
                // attempts.
                while (try? await threads.run { _ = try Listener(path) }) == nil {}
            }
            let last = try await threads.run { try Listener(path) }
            plane.events.add { .numbered(1) }
            plane.events.close()
            #expect(try await threads.run { try last.rest().ids } == ["7-1"])
        }
    }
}

/// A simple client that reads events. Its calls block.
private final class Listener: Sendable {
    struct Failed: Error {}

    private let number: Int32

    /// Connects and returns once the response has begun, by default that of the event stream.
    init(
        _ path: String, _ asked: String = "GET /v1/events HTTP/1.0\r\nHost: textifyd\r\n\r\n",
        greeting: String = ": textifyd\n\n"
    ) throws {
        number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let answer = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        let request = Array(asked.utf8)
        guard answer == 0, send(number, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            throw Failed()
        }
        var head = ""
        while !head.hasSuffix(greeting) {
            var byte: UInt8 = 0
            guard recv(number, &byte, 1, 0) == 1 else { throw Failed() }
            head.unicodeScalars.append(Unicode.Scalar(byte))
            guard !head.hasPrefix("HTTP/1.1 5") else { throw Failed() }
        }
    }

    deinit { close(number) }

    /// Reads up to the end of the connection.
    func rest() throws -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(number, &buffer, buffer.count, 0)
            if count < 0 { throw Failed() }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
    }
}
