import Domain
import FoundationEssentials
import PlatformDigest
import PlatformHTTP
import PlatformSystem
import Testing

@testable import Repositories

/// A bucket on a real server, whose address and keys are in `TEXTIFY_TEST_S3_URL`, `TEXTIFY_TEST_S3_ACCESS_KEY` and
/// `TEXTIFY_TEST_S3_SECRET_KEY`. Only what is below a random prefix is used.
@Suite("A bucket on a real server")
struct S3ServerTests {
    private static func variable(_ name: String) -> String? {
        ProcessInfo.processInfo.environment["TEXTIFY_TEST_S3_" + name]
    }

    private static let url = variable("URL")

    private func lend(secret: String? = nil, _ body: (S3BlobStore) async throws -> Void) async throws {
        let url = try #require(Self.url).replacing("?", with: "/\(UInt64.random(in: 0...UInt64.max))?")
        let address = try #require(S3Address(text: url))
        let client = try HTTPClient(HTTPClientSettings(userAgent: "test"))
        let store = S3BlobStore(
            address, accessKey: Secret(try #require(Self.variable("ACCESS_KEY"))),
            secretKey: Secret(try secret ?? #require(Self.variable("SECRET_KEY"))),
            send: { request throws(HTTPFailure) in try await client.perform(request) },
            wait: { _ in true }, utc: UTCMillis.now)
        do { try await body(store) } catch {
            await client.shutdown()
            throw error
        }
        await client.shutdown()
    }

    @Test(
        "Objects are written, read, found, listed in pages and deleted",
        .enabled(if: url != nil, "TEXTIFY_TEST_S3_URL is not set"))
    func works() async throws {
        try await lend { store async throws in
            // 8 MB, and more than a page of small ones.
            let large = (0..<8_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            #expect(try await store.put(sha256(large), large, replacing: false))
            #expect(try await store.get(sha256(large), limit: 1 << 30) == large)
            await #expect(throws: FileFailure.self) { try await store.get(sha256(large), limit: 9) }
            var digests = [sha256(large)]
            for number in 0..<1_100 as Range<UInt16> {
                let bytes = [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
                digests.append(sha256(bytes))
                _ = try await store.put(sha256(bytes), bytes, replacing: false)
            }
            digests.sort()
            #expect(try await store.list(after: nil, limit: 2_000).map(\.digest) == digests)
            #expect(try await store.list(after: digests[9], limit: 5).map(\.digest) == Array(digests[10..<15]))
            #expect(try await store.existing(among: [digests[0], sha256([])]) == [digests[0]])
            _ = try await store.put(digests[0], [1], replacing: false)
            #expect(try await store.put(digests[0], [2], replacing: true))
            #expect(try await store.get(digests[0], limit: 9) == [2])
            for _ in 0..<2 { try await store.delete(digests[0]) }
            await #expect(throws: FileFailure.missing) { try await store.get(digests[0], limit: 9) }
        }
    }

    @Test("A wrong key is refused", .enabled(if: url != nil, "TEXTIFY_TEST_S3_URL is not set"))
    func refused() async throws {
        try await lend(secret: "wrong") { store async throws in
            do throws(FileFailure) {
                _ = try await store.put(sha256([1]), [1], replacing: false)
                Issue.record("a wrong signature was accepted")
            } catch {
                guard case .sharedStore(.refused(let text)) = error else { throw error }
                #expect(text.contains("403"))
            }
        }
    }
}
