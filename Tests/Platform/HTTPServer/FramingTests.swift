import PlatformConcurrency
@testable import PlatformHTTPServer
import PlatformSystem
import TestFolders
import Testing

/// Requests that another program might parse differently: where a head or body ends, or a header's name. Each is sent
/// with a second request behind it, which must never be answered.
@Suite("HTTP framing", .timeLimit(.minutes(5)))
struct FramingTests {
    struct Attack: CustomTestStringConvertible, Sendable {
        let wish: String
        let bytes: String
        let status: Int
        /// Whether `framing.c` rejects it, with the handler's messages, rather than the library.
        var isOurs = true

        var testDescription: String { wish }

        init(_ wish: String, _ status: Int, isOurs: Bool = true, head: String, body: String = "") {
            self.wish = wish
            self.status = status
            self.isOurs = isOurs
            bytes = head + "\r\n\r\n" + body
        }
    }

    private static func post(_ headers: String) -> String { "POST /first HTTP/1.1\r\nHost: a\r\n" + headers }
    private static func get(_ headers: String) -> String { "GET /first HTTP/1.1\r\nHost: a\r\n" + headers }
    private static let second = "GET /second HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    static let smuggling: [Attack] = [
        Attack(
            "smuggle by a length before a coding", 400,
            head: post("Content-Length: 5\r\nTransfer-Encoding: chunked"), body: "0\r\n\r\n"),
        Attack(
            "smuggle by a length behind a coding", 400,
            head: post("Transfer-Encoding: chunked\r\nContent-Length: 5"), body: "0\r\n\r\n"),
        Attack("smuggle by two lengths", 400, head: post("Content-Length: 5\r\nContent-Length: 6"), body: "hello"),
        Attack(
            "smuggle by a length said twice", 400, head: post("Content-Length: 5\r\nContent-Length: 5"), body: "hello"),
        Attack(
            "smuggle by a coding with a blank before its colon", 400, head: post("Transfer-Encoding : chunked"),
            body: "0\r\n\r\n"),
        Attack(
            "smuggle by a length with a blank before its colon", 400, head: post("Content-Length : 5"), body: "hello"),
        Attack(
            "smuggle by a coding with a vertical tab", 400, head: post("Transfer-Encoding: \u{B}chunked"),
            body: "0\r\n\r\n"),
        Attack(
            "smuggle by two codings", 400, head: post("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity"),
            body: "0\r\n\r\n"),
        Attack(
            "smuggle by a coding in HTTP/1.0", 400, head: "POST /first HTTP/1.0\r\nTransfer-Encoding: chunked",
            body: "0\r\n\r\n"),
        Attack(
            "leave the server waiting for an unknown coding's end", 501, head: post("Transfer-Encoding: nonsense"),
            body: "hello"),
        Attack(
            "the same with a known one before", 501, head: post("Transfer-Encoding: chunked, identity"),
            body: "0\r\n\r\n"),
        Attack(
            "the same with chunked at the end", 501, head: post("Transfer-Encoding: gzip, chunked"), body: "0\r\n\r\n"),
        Attack(
            "the same with identity, which is gone since RFC 7230", 501, head: post("Transfer-Encoding: identity"),
            body: "hello"),
    ]

    static let heads: [Attack] = [
        Attack("hide Origin by a blank before its colon", 400, head: get("Origin : http://evil")),
        Attack("hide Origin by a tab before its colon", 400, head: get("Origin\t: http://evil")),
        Attack("hide Origin in a folded line", 400, head: get("X: 1\r\n Origin: http://evil")),
        Attack("hide Origin behind a blank", 400, head: "GET /first HTTP/1.1\r\n Origin: http://evil\r\nHost: a"),
        Attack("hide a header behind a bare CR", 400, head: get("X: a\rOrigin: http://evil")),
        Attack("hide a bare CR in the target", 400, head: "GET /first\rb HTTP/1.1\r\nHost: a"),
        Attack("hide a blank in the target", 400, head: "GET /first b HTTP/1.1\r\nHost: a"),
        Attack("put an escape into a log by a header", 400, head: get("X: a\u{1B}[2Jb")),
        Attack("put an escape into a log by a header's name", 400, head: get("X\u{1}: a")),
        Attack("be somebody else by a second host", 400, head: "GET /first HTTP/1.1\r\nHost: a\r\nHost: b"),
    ]

    /// libmicrohttpd 0.9.75 rejects these before a handler sees them. Its own single response is kept, except for a bad
    /// length, which it answers twice; there `framing.c` responds instead.
    static let libraries: [Attack] = [
        Attack(
            "split the answer by a negative length", 400, isOurs: false, head: post("Content-Length: -5"), body: "hello"
        ),
        Attack("split it by a sign", 400, isOurs: false, head: post("Content-Length: +5"), body: "hello"),
        Attack(
            "split it by a hexadecimal length", 400, isOurs: false, head: post("Content-Length: 0x5"), body: "hello"),
        Attack("split it by a list of lengths", 400, isOurs: false, head: post("Content-Length: 5, 5"), body: "hello"),
        Attack("split it by an empty length", 400, isOurs: false, head: post("Content-Length: "), body: "hello"),
        Attack(
            "overflow the length", 400, isOurs: false, head: post("Content-Length: 99999999999999999999999"),
            body: "hello"),
        Attack("end a line with a bare CR", 400, isOurs: false, head: "GET /first HTTP/1.1\rHost: a\r"),
        Attack("leave out a colon", 400, isOurs: false, head: get("Origin")),
        Attack("hide NUL in a name", 400, isOurs: false, head: get("Ori\0gin: b")),
        Attack("fill the head's room", 431, isOurs: false, head: get("X: " + String(repeating: "y", count: 65_536))),
        Attack(
            "send three times what fits", 431, isOurs: false, head: get("X: " + String(repeating: "y", count: 200_000))),
        Attack(
            "fill it by many headers", 431, isOurs: false,
            head: get(String(repeating: "X: y\r\n", count: 12_000) + "Y: z")),
        Attack(
            "fill it by the target", 414, isOurs: false,
            head: "GET /\(String(repeating: "y", count: 65_536)) HTTP/1.1\r\nHost: a"),
        Attack("speak another version", 505, isOurs: false, head: "GET /first HTTP/2.0\r\nHost: a"),
        Attack("speak HTTP/0.9", 400, isOurs: false, head: "GET /first"),
        Attack(
            "end a chunk somewhere else", 400, isOurs: false, head: post("Transfer-Encoding: chunked"),
            body: "5\r\nhelloXX0\r\n\r\n"),
        Attack(
            "send a chunk of no size", 400, isOurs: false, head: post("Transfer-Encoding: chunked"),
            body: "zz\r\nhello\r\n0\r\n\r\n"),
        Attack(
            "send a negative chunk", 400, isOurs: false, head: post("Transfer-Encoding: chunked"),
            body: "-1\r\nhello\r\n0\r\n\r\n"),
        Attack(
            "end a chunk's size with a bare CR", 400, isOurs: false, head: post("Transfer-Encoding: chunked"),
            body: "5\rhello\r0\r\r"),
        Attack(
            "overflow a chunk's size", 413, isOurs: false, head: post("Transfer-Encoding: chunked"),
            body: "fffffffffffffffff\r\nhello\r\n0\r\n\r\n"),
    ]

    @Test("a client can't", arguments: smuggling + heads + libraries) func refused(attack: Attack) async throws {
        let harness = try ServerHarness()
        let heard = try await harness.client { client in
            // A client rejected early may fail to send everything, but must still receive the response.
            try? client.send(attack.bytes + Self.second)
            return String(decoding: client.all(), as: UTF8.self)
        }
        #expect(heard.hasPrefix("HTTP/1.1 \(attack.status) "), "\(heard.prefix(200))")
        #expect(heard.ranges(of: "HTTP/1.").count == 1, "\(heard.prefix(500))")
        #expect(heard.lowercased().contains("\r\nconnection: close\r\n"))
        #expect(!heard.contains("/second"))
        #expect(heard.hasSuffix(attack.status == 501 ? "unknown coding" : "malformed") == attack.isOurs)
        #expect(harness.script.requests.allSatisfy { $0.head.target != "/second" })
        #expect(try await harness.client { try $0.get("/next").status } == 200)
        await harness.end()
    }

    /// Requests that RFC 9112 allows a server to accept, or that libmicrohttpd 0.9.75 doesn't expose. None of them
    /// changes where a request ends or adds a header that the handler doesn't see.
    static let harmless: [Attack] = [
        // 2.2: a single LF may end a line.
        Attack(
            "end lines with a bare LF", 200, head: "GET /first HTTP/1.1\nHost: a\n\nGET /between HTTP/1.1\r\nHost: a"),
        // The library drops it, so no name can be misread.
        Attack("send a header without a name", 200, head: get(": x")),
        // The library truncates the value there, for the handler and for itself alike.
        Attack("hide NUL in a value", 200, head: get("X: a\0b")),
        // 7.1.1: unknown chunk extensions are ignored.
        Attack("extend a chunk", 200, head: post("Transfer-Encoding: chunked"), body: "5;a=b\r\nhello\r\n0\r\n\r\n"),
        // 6.5.1: trailers aren't merged into the head.
        Attack(
            "send Origin as a trailer", 200, head: post("Transfer-Encoding: chunked"),
            body: "5\r\nhello\r\n0\r\nOrigin: x\r\n\r\n"),
        // 2.3: a higher minor version is answered with the server's own.
        Attack("speak HTTP/1.2", 200, head: "GET /first HTTP/1.2\r\nHost: a"),
        // 9.7: an unknown upgrade is ignored.
        Attack("upgrade", 200, head: get("Connection: Upgrade\r\nUpgrade: h2c")),
    ]

    @Test("a client may", arguments: harmless) func taken(attack: Attack) async throws {
        let harness = try ServerHarness()
        let heard = try await harness.client { client in
            try client.send(attack.bytes + Self.second)
            return String(decoding: client.all(), as: UTF8.self)
        }
        let targets = harness.script.requests.map(\.head.target)
        #expect(targets.first == "/first" && targets.last == "/second")
        #expect(heard.ranges(of: "HTTP/1.").count == targets.count)
        #expect(harness.script.requests.allSatisfy { $0.head["Origin"] == nil })
        await harness.end()
    }

    @Test("a client that is still sending when rejected receives the reason, and others are served meanwhile")
    func lingers() async throws {
        let harness = try ServerHarness(limits: ServerLimits(headBytes: 4096))
        let path = harness.folder.socket
        let (heard, next) = try await harness.threads.run {
            let slow = try Client(path)
            try slow.send("GET /first HTTP/1.1\r\nX: " + String(repeating: "y", count: 8_000))
            // The response has begun: anything sent now arrives after it.
            let first = try slow.bytes(1)
            try slow.send(String(repeating: "y", count: 100_000))
            let next = try Client(path).get("/next").status
            return (String(decoding: first + slow.all(), as: UTF8.self), next)
        }
        #expect(heard.hasPrefix("HTTP/1.1 431 ") && heard.hasSuffix("</html>"), "\(heard)")
        #expect(next == 200)
        await harness.end()
    }
}
