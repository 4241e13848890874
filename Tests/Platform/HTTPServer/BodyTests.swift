import PlatformConcurrency
@testable import PlatformHTTPServer
import PlatformSystem
import TestFolders
import Testing

@Suite("HTTP bodies")
struct BodyTests {
    private static func post(_ body: String, to path: String = "/echo", headers: String = "") -> String {
        "POST \(path) HTTP/1.1\r\nHost: a\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static func chunk(_ body: String) -> String {
        "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n"
    }

    private static let chunked = "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

    @Test("a body up to the limit arrives complete, with a length or chunked") func whole() async throws {
        let harness = try ServerHarness(ScriptedHandler(limit: 1000))
        let body = String(repeating: "0123456789", count: 100)
        let (counted, chunked) = try await harness.client { client in
            let counted = try client.ask(Self.post(body))
            let parts = Self.chunk(String(body.prefix(1))) + Self.chunk(String(body.dropFirst())) + "0\r\n\r\n"
            return (counted, try client.ask(Self.chunked + parts))
        }
        #expect(counted.body == body)
        #expect(chunked.body == body)
        await harness.end()
    }

    @Test("a body of many megabytes arrives byte for byte") func large() async throws {
        let harness = try ServerHarness(ScriptedHandler(limit: 9 << 20))
        // 251 is prime, so no buffer size can hide a duplicated or missing part.
        let sent: [UInt8] = Array(Array(repeating: Array(0..<251), count: 37_000).joined())
        let status = try await harness.client { client in
            try client.send("POST /quiet HTTP/1.1\r\nHost: a\r\nContent-Length: \(sent.count)\r\n\r\n")
            try client.send(sent)
            return try client.receive().status
        }
        #expect(status == 200)
        #expect(harness.script.requests.first?.body == sent)
        await harness.end()
    }

    @Test("one byte over the limit is 413, with a length or chunked, and the connection stays open")
    func tooLarge() async throws {
        let harness = try ServerHarness(ScriptedHandler(limit: 1000))
        let body = String(repeating: "x", count: 1001)
        let answers = try await harness.client { client in
            let counted = try client.ask(Self.post(body))
            let chunked = try client.ask(Self.chunked + Self.chunk(body) + "0\r\n\r\n")
            return [counted, chunked, try client.get("/next")]
        }
        #expect(answers.map(\.status) == [413, 413, 200])
        #expect(answers.map(\.body) == ["too large", "too large", "/next"])
        #expect(harness.script.requests.count == 1)
        await harness.end()
    }

    @Test("Expect: 100-continue with too large a body is rejected before the body is sent") func expects() async throws
    {
        let harness = try ServerHarness(ScriptedHandler(limit: 1000))
        let status = try await harness.client { client in
            try client.ask("POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5000\r\n\r\n")
                .status
        }
        #expect(status == 413)
        await harness.end()
    }

    @Test("Expect: 100-continue is answered with 100") func goesOn() async throws {
        let harness = try ServerHarness()
        let body = try await harness.client { client in
            try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
            try client.send("hello")
            return try client.receive().body
        }
        #expect(body == "hello")
        await harness.end()
    }

    @Test("an endless stream is cut off") func endless() async throws {
        let harness = try ServerHarness(ScriptedHandler(limit: 1000))
        let part = Self.chunk(String(repeating: "x", count: 1 << 20))
        let sent = try await harness.client { client in
            try client.send(Self.chunked)
            for count in 0..<64 {
                do { try client.send(part) } catch { return count }
            }
            return 64
        }
        #expect(sent < 20, "\(sent) MiB")
        await harness.end()
    }

    @Test("a request rejected by its head is answered without reading its body, and the connection stays open")
    func refused() async throws {
        let harness = try ServerHarness()
        let answers = try await harness.client { client in
            [
                try client.ask(Self.post("hello", to: "/refused")), try client.get("/refused"),
                try client.get("/next"),
            ]
        }
        #expect(answers.map(\.body) == ["refused", "refused", "/next"])
        #expect(harness.script.requests.count == 1)
        await harness.end()
    }

    @Test("bodies beyond the total limit are 503, and their memory is released") func noRoom() async throws {
        let harness = try ServerHarness(ScriptedHandler(limit: 100_000), limits: ServerLimits(heldBodyBytes: 100_000))
        let body = String(repeating: "x", count: 60_000)
        let path = harness.folder.socket
        let first = Task {
            try await harness.threads.run { try Client(path).ask(Self.post(body, to: "/slow")).status }
        }
        _ = await harness.script.hear(1)
        let meanwhile = try await harness.client { try $0.ask(Self.post(body)).status }
        harness.script.release()
        let held = try await first.value
        let after = try await harness.client { try $0.ask(Self.post(body)).status }
        #expect([meanwhile, held, after] == [503, 200, 200])
        await harness.end()
    }
}
