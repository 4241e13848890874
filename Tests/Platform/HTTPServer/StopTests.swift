import Domain
import PlatformConcurrency
import PlatformHTTPServer
import PlatformSystem
import TestFolders
import Testing

@Suite("HTTP stop")
struct StopTests {
    @Test("open requests are answered before the server stops, then closed") func drains() async throws {
        let harness = try ServerHarness()
        let path = harness.folder.socket
        let slow = Task { try await harness.threads.run { try Client(path).get("/slow") } }
        _ = await harness.script.hear(1)
        let idle = try Client(path)
        async let stopped: Void = harness.server.stop(grace: .seconds(300))
        // Idle connections are closed once the stop begins.
        #expect(await harness.threads.run { idle.isClosed() })
        harness.script.release()
        let answer = try await slow.value
        await stopped
        #expect(answer.body == "/slow")
        #expect(answer.headers["connection"]?.lowercased() == "close")
        #expect(try harness.folder.names().isEmpty)
        await harness.end()
    }

    @Test("a client that connected before the stop isn't left in the kernel's queue until the grace period ends")
    func queued()
        async throws
    {
        let harness = try ServerHarness()
        let path = harness.folder.socket
        let slow = Task { try await harness.threads.run { try Client(path).get("/slow") } }
        _ = await harness.script.hear(1)
        let stuck = Task { try await harness.threads.run { try Client(path).get("/stuck") } }
        _ = await harness.script.hear(1)
        // The server's thread is blocked, so it sees the connection and the stop at the same time.
        let idle = try Client(path)
        let stopped = Task.immediate { await harness.server.stop(grace: .seconds(300)) }
        harness.script.unstuck.post()
        #expect(await harness.threads.run { idle.isClosed() })
        harness.script.release()
        #expect(try await slow.value.body == "/slow")
        #expect(try await stuck.value.body == "/stuck")
        await stopped.value
        await harness.end()
    }

    @Test("requests still open after the grace period are cancelled") func gracePasses() async throws {
        let harness = try ServerHarness()
        let path = harness.folder.socket
        let deaf = Task { await harness.threads.run { try? Client(path).get("/deaf") } }
        #expect(await harness.script.hear(1) == ["waits"])
        await harness.server.stop(grace: .milliseconds(50))
        #expect(await harness.script.hear(1) == ["cancelled"])
        #expect(await deaf.value == nil)
        await harness.end()
    }

    @Test("idle connections don't delay the stop, and an incomplete request only for the grace period") func idle()
        async throws
    {
        let harness = try ServerHarness()
        let idle = try Client(harness.folder.socket)
        let used = try Client(harness.folder.socket)
        let half = try Client(harness.folder.socket)
        try half.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\nhalf")
        _ = try await harness.threads.run { try used.get("/") }
        await harness.server.stop(grace: .milliseconds(50))
        let closed = await harness.threads.run { [idle.isClosed(), used.isClosed(), half.isClosed()] }
        #expect(closed == [true, true, true])
        await harness.end()
    }

    @Test("two concurrent stops are fine") func twice() async throws {
        let harness = try ServerHarness()
        async let first: Void = harness.server.stop(grace: .zero)
        async let second: Void = harness.server.stop(grace: .zero)
        _ = await (first, second)
        #expect(throws: Client.Failed.self) { try Client(harness.folder.socket) }
        await harness.end()
    }

    @Test("a released server stops") func letGo() async throws {
        let folder = try TemporaryFolder()
        do {
            let server = try HTTPServer(ListeningSocket(at: folder.socket), handler: ScriptedHandler())
            _ = server
        }
        #expect(try folder.names().isEmpty)
    }

    @Test("a response after the stop is dropped") func late() async throws {
        let harness = try ServerHarness()
        let path = harness.folder.socket
        let slow = Task { await harness.threads.run { try? Client(path).get("/slow") } }
        _ = await harness.script.hear(1)
        await harness.server.stop(grace: .zero)
        harness.script.release()
        #expect(await slow.value == nil)
        await harness.end()
    }
}
