import Domain
import Glibc
import PlatformConcurrency
import PlatformHTTPServer
import PlatformSystem
import TestFolders
import Testing

@Suite("HTTP time limits")
struct PatienceTests {
    @Test("a slow response doesn't delay fifty others") func suspended() async throws {
        let bench = try Bench()
        let path = bench.folder.socket
        let slow = Task { try await bench.threads.run { try Client(path).get("/slow").body } }
        _ = await bench.script.hear(1)
        let statuses = try await bench.client { client in try (1...50).map { try client.get("/\($0)").status } }
        #expect(statuses == Array(repeating: 200, count: 50))
        bench.script.release()
        #expect(try await slow.value == "/slow")
        await bench.end()
    }

    @Test("hundreds of requests can be open at once, though the pool has only one thread per core") func threads()
        async throws
    {
        let bench = try Bench()
        let few = try await bench.waiting(10)
        _ = await bench.script.hear(10)
        let many = try await bench.waiting(300)
        _ = await bench.script.hear(300)
        bench.script.release()
        let statuses = try await bench.threads.run { try (few + many).map { try $0.receive().status } }
        #expect(statuses.allSatisfy { $0 == 200 } && statuses.count == 310)
        await bench.end()
    }

    @Test("the task of a client that disconnects is cancelled") func gone() async throws {
        let bench = try Bench()
        let client = try Client(bench.folder.socket)
        try client.send("GET /deaf HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(await bench.script.hear(1) == ["waits"])
        _ = consume client
        #expect(await bench.script.hear(1) == ["cancelled"])
        #expect(try await bench.client { try $0.get("/next").status } == 200)
        await bench.end()
    }

    @Test("a client that disconnects within its body affects no one else") func goneEarly() async throws {
        let bench = try Bench()
        try await bench.client { try $0.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\nhalf") }
        #expect(try await bench.client { try $0.get("/next").status } == 200)
        #expect(bench.script.requests.count == 1)
        await bench.end()
    }

    @Test("a head that trickles in is cut off, however steadily it comes") func slowLoris() async throws {
        let bench = try Bench(limits: ServerLimits(idle: .milliseconds(200)))
        let isCut = try await bench.client { client in
            try client.send("GET / HTTP/1.1\r\n")
            for count in 0..<400 {
                guard (try? client.send("X-\(count): y\r\n")) != nil, !client.hearsEnd(within: 10) else { return true }
            }
            return false
        }
        #expect(isCut)
        await bench.end()
    }

    @Test("an idle connection is closed, used or not; one waiting for its response isn't")
    func idle() async throws {
        let bench = try Bench(limits: ServerLimits(idle: .milliseconds(100), stall: .seconds(1)))
        let path = bench.folder.socket
        let slow = Task { try await bench.threads.run { try Client(path).get("/slow").status } }
        _ = await bench.script.hear(1)
        let (unused, used) = try await bench.client { client in
            let other = try Client(path)
            _ = try other.get("/")
            return (client.isClosed(), other.isClosed())
        }
        #expect(unused && used)
        // A stalled body is given up after a second; by then the slow request has outlasted both limits.
        let stalled = try await bench.client { client in
            try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 900\r\n\r\nhalf")
            return (try? client.receive().status) == nil || client.isClosed()
        }
        #expect(stalled)
        bench.script.release()
        #expect(try await slow.value == 200)
        await bench.end()
    }

    @Test("a head over the limit is 431") func headBound() async throws {
        let bench = try Bench(limits: ServerLimits(headBytes: 4096))
        let status = try await bench.client { client in
            try client.ask("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "y", count: 8000))\r\n\r\n").status
        }
        #expect(status == 431)
        await bench.end()
    }

    @Test("connections over the limit wait for their turn") func connectionBound() async throws {
        let bench = try Bench(limits: ServerLimits(connections: 3, share: 3))
        let path = bench.folder.socket
        let statuses = try await bench.threads.run {
            let clients = try (0..<8).map { _ in try Client(path) }
            for client in clients { try client.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n") }
            return try clients.map { try $0.receive().status }
        }
        #expect(statuses == Array(repeating: 200, count: 8))
        await bench.end()
    }
}
