import Domain
import PlatformConcurrency
import PlatformHTTPServer
import PlatformSystem
import TestFolders
import Testing

@Suite("HTTP stop")
struct StopTests {
    @Test("open requests are answered before the server stops, then closed") func drains() async throws {
        let bench = try Bench()
        let path = bench.folder.socket
        let slow = Task { try await bench.threads.run { try Client(path).get("/slow") } }
        _ = await bench.script.hear(1)
        let idle = try Client(path)
        async let stopped: Void = bench.server.stop(grace: .seconds(300))
        // Idle connections are closed once the stop begins.
        #expect(await bench.threads.run { idle.isClosed() })
        bench.script.release()
        let answer = try await slow.value
        await stopped
        #expect(answer.body == "/slow")
        #expect(answer.headers["connection"]?.lowercased() == "close")
        #expect(try bench.folder.names().isEmpty)
        await bench.end()
    }

    @Test("a client that connected before the stop isn't left in the kernel's queue until the grace period ends")
    func queued()
        async throws
    {
        let bench = try Bench()
        let path = bench.folder.socket
        let slow = Task { try await bench.threads.run { try Client(path).get("/slow") } }
        _ = await bench.script.hear(1)
        let stuck = Task { try await bench.threads.run { try Client(path).get("/stuck") } }
        _ = await bench.script.hear(1)
        // The server's thread is blocked, so it sees the connection and the stop at the same time.
        let idle = try Client(path)
        let stopped = Task.immediate { await bench.server.stop(grace: .seconds(300)) }
        bench.script.unstuck.post()
        #expect(await bench.threads.run { idle.isClosed() })
        bench.script.release()
        #expect(try await slow.value.body == "/slow")
        #expect(try await stuck.value.body == "/stuck")
        await stopped.value
        await bench.end()
    }

    @Test("requests still open after the grace period are cancelled") func gracePasses() async throws {
        let bench = try Bench()
        let path = bench.folder.socket
        let deaf = Task { await bench.threads.run { try? Client(path).get("/deaf") } }
        #expect(await bench.script.hear(1) == ["waits"])
        await bench.server.stop(grace: .milliseconds(50))
        #expect(await bench.script.hear(1) == ["cancelled"])
        #expect(await deaf.value == nil)
        await bench.end()
    }

    @Test("idle connections don't delay the stop, and an incomplete request only for the grace period") func idle()
        async throws
    {
        let bench = try Bench()
        let idle = try Client(bench.folder.socket)
        let used = try Client(bench.folder.socket)
        let half = try Client(bench.folder.socket)
        try half.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\nhalf")
        _ = try await bench.threads.run { try used.get("/") }
        await bench.server.stop(grace: .milliseconds(50))
        let closed = await bench.threads.run { [idle.isClosed(), used.isClosed(), half.isClosed()] }
        #expect(closed == [true, true, true])
        await bench.end()
    }

    @Test("two concurrent stops are fine") func twice() async throws {
        let bench = try Bench()
        async let first: Void = bench.server.stop(grace: .zero)
        async let second: Void = bench.server.stop(grace: .zero)
        _ = await (first, second)
        #expect(throws: Client.Failed.self) { try Client(bench.folder.socket) }
        await bench.end()
    }

    @Test("a released server stops") func letGo() async throws {
        let folder = try TemporaryFolder()
        do {
            let server = try HTTPServer(ListeningSocket(at: folder.socket), handler: Script())
            _ = server
        }
        #expect(try folder.names().isEmpty)
    }

    @Test("a response after the stop is dropped") func late() async throws {
        let bench = try Bench()
        let path = bench.folder.socket
        let slow = Task { await bench.threads.run { try? Client(path).get("/slow") } }
        _ = await bench.script.hear(1)
        await bench.server.stop(grace: .zero)
        bench.script.release()
        #expect(await slow.value == nil)
        await bench.end()
    }
}
