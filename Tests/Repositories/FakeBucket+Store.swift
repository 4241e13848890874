import Domain
import Loopback
import PlatformHTTP
import Repositories
import TestBucket

extension FakeBucket {
    /// Lends a store in the bucket, whose pauses take no time.
    func lend(prefix: String = "pictures", _ body: (S3BlobStore) async throws -> Void) async throws {
        let client = try HTTPClient(HTTPClientSettings(userAgent: "test"))
        let address = S3Address(text: address(prefix: prefix))
        guard let address else { throw FileFailure.missing }
        let store = S3BlobStore(
            address, accessKey: Secret("AKIDEXAMPLE"), secretKey: Secret("secret:with:colons"),
            send: { request throws(HTTPFailure) in try await client.perform(request) },
            wait: { _ in true }, utc: { Self.now })
        do { try await body(store) } catch {
            await client.shutdown()
            throw error
        }
        await client.shutdown()
    }
}
