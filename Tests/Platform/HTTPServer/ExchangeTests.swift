import Glibc
import PlatformConcurrency
import PlatformHTTPServer
import PlatformSystem
import TestFolders
import Testing

@Suite("HTTP exchange")
struct ExchangeTests {
    @Test("a request is answered with its status, headers and body") func answers() async throws {
        let harness = try ServerHarness()
        let answer = try await harness.client { try $0.get("/hello?a=%20b") }
        #expect(answer.status == 200)
        #expect(answer.body == "/hello?a=%20b")
        #expect(answer.headers["content-type"] == "text/plain")
        await harness.end()
    }

    @Test("one connection carries many requests") func keepsAlive() async throws {
        let harness = try ServerHarness()
        let bodies = try await harness.client { client in
            try (1...20).map { try client.get("/\($0)").body }
        }
        #expect(bodies == (1...20).map { "/\($0)" })
        await harness.end()
    }

    @Test("pipelined requests are answered in order") func pipelines() async throws {
        let harness = try ServerHarness()
        let bodies = try await harness.client { client in
            try client.send((1...5).map { "GET /\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            return try (1...5).map { _ in try client.receive().body }
        }
        #expect(bodies == ["/1", "/2", "/3", "/4", "/5"])
        await harness.end()
    }

    @Test("HEAD is answered with the length but without the body, and the connection stays open") func head()
        async throws
    {
        let harness = try ServerHarness()
        let (head, next) = try await harness.client { client in
            try client.send("HEAD /hello HTTP/1.1\r\nHost: a\r\n\r\n")
            return (try client.receive(isHead: true), try client.get("/next"))
        }
        #expect(head.headers["content-length"] == "6")
        #expect(next.body == "/next")
        await harness.end()
    }

    @Test("the peer's user and groups are known") func peer() async throws {
        let harness = try ServerHarness()
        _ = try await harness.client { try $0.get("/") }
        let peer = try #require(harness.script.requests.first?.head.peer)
        #expect(peer.user == getuid() && peer.group == getgid())
        var groups = [gid_t](repeating: 0, count: 65536)
        let count = getgroups(Int32(groups.count), &groups)
        #expect(Set(peer.groups) == Set(groups.prefix(Int(count))))
        await harness.end()
    }

    @Test("headers arrive in order, in any case, with UTF-8") func headers() async throws {
        let harness = try ServerHarness()
        _ = try await harness.client { try $0.ask("GET / HTTP/1.1\r\nHOST: a\r\nX-One: é\r\nx-one: 2\r\n\r\n") }
        let head = try #require(harness.script.requests.first?.head)
        #expect(head["host"] == "a" && head["X-ONE"] == "é")
        #expect(head.headers.map(\.value) == ["a", "é", "2"])
        #expect(head.isCurrent)
        await harness.end()
    }

    @Test("a client that half-closes after its request still gets the response") func halfClosed() async throws {
        let harness = try ServerHarness()
        let path = harness.folder.socket
        let asked = Task {
            try await harness.threads.run {
                let client = try Client(path)
                try client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
                client.finish()
                return try client.receive().body
            }
        }
        _ = await harness.script.hear(1)
        harness.script.release()
        #expect(try await asked.value == "/slow")
        await harness.end()
    }

    @Test("input that isn't HTTP ends with 400 and never reaches the handler") func garbage() async throws {
        let harness = try ServerHarness()
        let status = try await harness.client { try $0.ask("\u{1}\u{2} nonsense\r\n\r\n").status }
        #expect(status == 400 || status == 505)
        #expect(harness.script.requests.isEmpty)
        await harness.end()
    }
}
