import Domain
import PlatformHTTPServer
import PlatformSystem
import Testing

@Suite("HTTP stop")
struct StopTests {
    @Test("what is open is answered before it stops, and closed then") func drains() async throws {
        let bench = try Bench()
        let path = bench.folder.socket
        let slow = Task { try await bench.threads.run { try Client(path).get("/slow") } }
        _ = await bench.script.hear(1)
        let idle = try Client(path)
        async let stopped: Void = bench.server.stop(grace: .seconds(300))
        // Once it has begun to stop, idle connections end.
        #expect(await bench.threads.run { idle.isClosed() })
        bench.script.release()
        let answer = try await slow.value
        await stopped
        #expect(answer.body == "/slow")
        #expect(answer.headers["connection"]?.lowercased() == "close")
        #expect(bench.folder.names.isEmpty)
        await bench.end()
    }

    @Test("who connected before the stop is not left in the kernel's queue until the end of its grace") func queued()
        async throws
    {
        let bench = try Bench()
        let path = bench.folder.socket
        let slow = Task { try await bench.threads.run { try Client(path).get("/slow") } }
        _ = await bench.script.hear(1)
        let stuck = Task { try await bench.threads.run { try Client(path).get("/stuck") } }
        _ = await bench.script.hear(1)
        // The server's thread stands still: it sees the connection and the stop at once.
        let idle = try Client(path)
        let stopped = Task.immediate { await bench.server.stop(grace: .seconds(300)) }
        bench.script.unstuck.open()
        #expect(await bench.threads.run { idle.isClosed() })
        bench.script.release()
        #expect(try await slow.value.body == "/slow")
        #expect(try await stuck.value.body == "/stuck")
        await stopped.value
        await bench.end()
    }

    @Test("what is open after the grace is cancelled") func gracePasses() async throws {
        let bench = try Bench()
        let path = bench.folder.socket
        let deaf = Task { await bench.threads.run { try? Client(path).get("/deaf") } }
        #expect(await bench.script.hear(1) == ["waits"])
        await bench.server.stop(grace: .milliseconds(50))
        #expect(await bench.script.hear(1) == ["cancelled"])
        #expect(await deaf.value == nil)
        await bench.end()
    }

    @Test("idle connections don't hold it up, and a half request only for its grace") func idle() async throws {
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

    @Test("it stops twice, at the same time") func twice() async throws {
        let bench = try Bench()
        async let first: Void = bench.server.stop(grace: .zero)
        async let second: Void = bench.server.stop(grace: .zero)
        _ = await (first, second)
        #expect(throws: Client.Failed.self) { try Client(bench.folder.socket) }
        await bench.end()
    }

    @Test("a server that is let go ends by itself") func letGo() async throws {
        let folder = try TemporaryFolder()
        do {
            let server = try HTTPServer(ListeningSocket(at: folder.socket), handler: Script())
            _ = server
        }
        #expect(folder.names.isEmpty)
    }

    @Test("an answer that comes after the end goes nowhere") func late() async throws {
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
