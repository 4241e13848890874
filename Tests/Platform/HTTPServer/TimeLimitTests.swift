import Domain
import Glibc
import PlatformConcurrency
@testable import PlatformHTTPServer
import PlatformSystem
import TestFolders
import Testing

@Suite("HTTP time limits")
struct TimeLimitTests {
    @Test("a slow response doesn't delay fifty others") func suspended() async throws {
        let harness = try ServerHarness()
        let path = harness.folder.socket
        let slow = Task { try await harness.threads.run { try Client(path).get("/slow").body } }
        _ = await harness.script.hear(1)
        let statuses = try await harness.client { client in try (1...50).map { try client.get("/\($0)").status } }
        #expect(statuses == Array(repeating: 200, count: 50))
        harness.script.release()
        #expect(try await slow.value == "/slow")
        await harness.end()
    }

    @Test("hundreds of requests can be open at once, though the pool has only one thread per core") func threads()
        async throws
    {
        let harness = try ServerHarness()
        let few = try await harness.waiting(10)
        _ = await harness.script.hear(10)
        let many = try await harness.waiting(300)
        _ = await harness.script.hear(300)
        harness.script.release()
        let statuses = try await harness.threads.run { try (few + many).map { try $0.receive().status } }
        #expect(statuses.allSatisfy { $0 == 200 } && statuses.count == 310)
        await harness.end()
    }

    @Test("the task of a client that disconnects is cancelled") func gone() async throws {
        let harness = try ServerHarness()
        let client = try Client(harness.folder.socket)
        try client.send("GET /deaf HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await harness.script.hear(1) == ["waits"])
        _ = consume client
        #expect(await harness.script.hear(1) == ["cancelled"])
        #expect(try await harness.client { try $0.get("/next").status } == 200)
        await harness.end()
    }

    @Test("a client that disconnects within its body affects no one else") func goneEarly() async throws {
        let harness = try ServerHarness()
        try await harness.client { try $0.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\nhalf") }
        #expect(try await harness.client { try $0.get("/next").status } == 200)
        #expect(harness.script.requests.count == 1)
        await harness.end()
    }

    @Test("a head that trickles in is cut off, however steadily it comes") func slowLoris() async throws {
        let harness = try ServerHarness(limits: ServerLimits(idle: .milliseconds(200)))
        let isCut = try await harness.client { client in
            try client.send("GET / HTTP/1.1\r\n")
            for count in 0..<400 {
                guard (try? client.send("X-\(count): y\r\n")) != nil, !client.hearsEnd(within: 10) else { return true }
            }
            return false
        }
        #expect(isCut)
        await harness.end()
    }

    @Test("an idle connection is closed, used or not; one waiting for its response isn't")
    func idle() async throws {
        let harness = try ServerHarness(limits: ServerLimits(idle: .milliseconds(100), stall: .seconds(1)))
        let path = harness.folder.socket
        let slow = Task { try await harness.threads.run { try Client(path).get("/slow").status } }
        _ = await harness.script.hear(1)
        let (unused, used) = try await harness.client { client in
            let other = try Client(path)
            _ = try other.get("/")
            return (client.isClosed(), other.isClosed())
        }
        #expect(unused && used)
        // A stalled body is given up after a second; by then the slow request has outlasted both limits.
        let stalled = try await harness.client { client in
            try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\nhalf")
            return (try? client.receive().status) == nil || client.isClosed()
        }
        #expect(stalled)
        harness.script.release()
        #expect(try await slow.value == 200)
        await harness.end()
    }

    @Test("a head over the limit is 431") func headBound() async throws {
        let harness = try ServerHarness(limits: ServerLimits(headBytes: 4096))
        let status = try await harness.client { client in
            try client.ask("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "y", count: 8000))\r\n\r\n").status
        }
        #expect(status == 431)
        await harness.end()
    }

    @Test("connections over the limit wait for their turn") func connectionBound() async throws {
        let harness = try ServerHarness(limits: ServerLimits(connections: 3, share: 3))
        let path = harness.folder.socket
        let statuses = try await harness.threads.run {
            let clients = try (0..<8).map { _ in try Client(path) }
            for client in clients { try client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n") }
            return try clients.map { try $0.receive().status }
        }
        #expect(statuses == Array(repeating: 200, count: 8))
        await harness.end()
    }
}
