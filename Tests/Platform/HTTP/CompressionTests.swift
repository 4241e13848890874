import Domain
import Loopback
import PlatformHTTP
import Testing

@Suite("Compressed responses", .timeLimit(.minutes(5)))
struct CompressionTests {
    private static let text = String(repeating: "a picture of 고양이. ", count: 5_000)
    private static var plain: [UInt8] { Array(text.utf8) }
    /// Incompressible bytes.
    private static var noise: [UInt8] {
        var state: UInt64 = 7
        return (0..<100_000).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }

    private static func answer(_ encoding: String, _ body: [UInt8]) -> Answer {
        .status(200, headers: [("Content-Encoding", encoding)], body: body)
    }

    private func failure(_ answer: Answer, limit: Int = 64 << 20) async throws -> HTTPFailure? {
        let server = try Server(answer)
        let request = HTTPRequest(.post, server.url, limits: HTTPLimits(bodyBytes: limit))
        return await (try HTTPClient.make()).failure(request)
    }

    @Test(
        "every content encoding is decoded",
        arguments: [
            ("gzip", Compression.gzip), ("x-gzip", .gzip), ("GZip", .gzip), ("identity, gzip", .gzip),
            ("deflate", .zlib), ("deflate", .bare),
        ])
    func whole(encoding: String, compression: Compression) async throws {
        let server = try Server(Self.answer(encoding, compression.compressed(Self.plain)))
        let answer = try await HTTPClient.make().perform(HTTPRequest(.post, server.url))
        #expect(answer.body == Self.plain)
        #expect(await server.request(0).header("Accept-Encoding") == "gzip, deflate")
    }

    @Test("input may arrive byte by byte, in several members, and with trailing data")
    func pieces() async throws {
        let members = Compression.gzip.compressed(Array("one ".utf8)) + Compression.gzip.compressed(Array("two".utf8))
        for tail in [[], [0, 0, 0]] as [[UInt8]] {
            let bytes = members + tail
            let head = Answer.head(200, headers: [("Content-Encoding", "gzip")], length: bytes.count)
            let server = try Server(Answer([.send(head)] + bytes.map { .send([$0]) }))
            let answer = try await HTTPClient.make().perform(HTTPRequest(.get, server.url))
            #expect(answer.body == Array("one two".utf8))
        }
    }

    @Test(
        "unknown and unrequested encodings are left as they are",
        arguments: ["utf-8", "aws-chunked", "br", ""])
    func unknown(encoding: String) async throws {
        let server = try Server(Self.answer(encoding, Self.plain))
        let answer = try await HTTPClient.make().perform(HTTPRequest(.post, server.url))
        #expect(answer.body == Self.plain)
    }

    @Test("a small response that inflates beyond the limit is rejected; one that just fits isn't")
    func bomb() async throws {
        let bomb = Compression.gzip.compressed([UInt8](repeating: 0, count: 64 << 20))
        #expect(bomb.count < 1 << 20)
        let failure = try await failure(Self.answer("gzip", bomb), limit: 1 << 20)
        guard case .bodyTooLarge(_, 200, 1_048_576) = failure else { throw Unexpected(failure) }
        let packed = Compression.gzip.compressed(Self.noise)
        #expect(packed.count > Self.noise.count)
        let server = try Server(Self.answer("gzip", packed))
        let request = HTTPRequest(.get, server.url, limits: HTTPLimits(bodyBytes: Self.noise.count))
        #expect(try await HTTPClient.make().perform(request).body == Self.noise)
        let tight = try await self.failure(Self.answer("gzip", packed), limit: Self.noise.count - 1)
        guard case .bodyTooLarge = tight else { throw Unexpected(tight) }
    }

    @Test("a POST counts as sent if its response can't be decoded: truncated, corrupt or not compressed at all")
    func broken() async throws {
        let packed = Compression.gzip.compressed(Self.noise)
        var garbled = packed
        garbled[packed.count / 2] ^= 0xFF
        garbled[packed.count / 2 + 1] ^= 0xFF
        for bytes in [Array(packed.dropLast(20)), garbled, Array("{}".utf8), [0x1F]] {
            let failure = try await failure(Self.answer("gzip", bytes))
            guard case .partialAnswer(_, HTTPFault(.malformed, code: 61), 200, _) = failure else {
                throw Unexpected(failure)
            }
        }
    }

    @Test("an empty body is complete, whatever encoding it announces")
    func empty() async throws {
        let server = try Server(Self.answer("gzip", []))
        let client = try HTTPClient.make()
        #expect(try await client.perform(HTTPRequest(.get, server.url)).body.isEmpty)
        let head = try Server(
            Answer(.send(Answer.head(200, headers: [("Content-Encoding", "gzip")], length: 1 << 40))))
        let request = HTTPRequest(.head, head.url, limits: HTTPLimits(bodyBytes: 10))
        #expect(try await client.perform(request).body.isEmpty)
    }

    @Test("over a Unix socket no encoding is requested and none is decoded")
    func unixSocket() async throws {
        let file = try TemporaryFile()
        let packed = Compression.gzip.compressed(Self.plain)
        let server = try Server(path: file.path, Self.answer("gzip", packed))
        let request = HTTPRequest(.get, "http://textifyd/", unixSocket: file.path)
        #expect(try await HTTPClient.make().perform(request).body == packed)
        #expect(await server.request(0).header("Accept-Encoding") == nil)
    }
}
