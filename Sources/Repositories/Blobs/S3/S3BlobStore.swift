package import Domain
internal import PlatformDigest

/// Blobs in a bucket of a service with the S3 API, by the key `PREFIX/ab/cd/SHA256`. The bucket's name is part of the path,
/// which every service supports.
///
/// Nothing depends on the service's own conditions: those that ignore `If-None-Match` write the same bytes again.
package final class S3BlobStore: BlobStore {
    package typealias Send = @Sendable (HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
    /// Waits; `false` if the task was cancelled.
    package typealias Wait = @Sendable (Duration) async -> Bool

    package let kind = BlobStoreKind.s3
    private let address: S3Address
    private let keys: HTTPSigningKeys
    private let send: Send
    private let wait: Wait
    private let utc: @Sendable () -> UTCMillis
    private let places = S3Places(8)

    /// Pauses before a request is repeated, in milliseconds.
    private static let pauses: [Int64] = [200, 600, 1_500]
    /// From this difference on services refuse signatures, in milliseconds.
    private static let mostSkew: Int64 = 15 * 60 * 1_000
    /// Bytes of an answer that says why a request failed.
    private static let explanation: Int64 = 64 << 10

    package init(
        _ address: S3Address, accessKey: Secret, secretKey: Secret, send: @escaping Send, wait: @escaping Wait,
        utc: @escaping @Sendable () -> UTCMillis
    ) {
        self.address = address
        keys = HTTPSigningKeys(
            scheme: "aws:amz:\(address.region):s3", accessKey: accessKey, secretKey: secretKey)
        (self.send, self.wait, self.utc) = (send, wait, utc)
    }

    package func put(_ digest: Digest, _ bytes: [UInt8], replacing: Bool) async throws(FileFailure) -> Bool {
        let condition = replacing ? [] : [HTTPHeader("If-None-Match", "*")]
        let headers = [HTTPHeader("Content-Type", "application/octet-stream")] + condition
        let answer = try await perform(.put, url(digest), headers, bytes, digest.hex)
        switch answer.status {
        case 200..<300: return true
        case 412: return false
        default: throw failure(answer)
        }
    }

    package func get(_ digest: Digest, limit: Int64) async throws(FileFailure) -> [UInt8] {
        let answer = try await perform(.get, url(digest), limit: limit)
        switch answer.status {
        case 200:
            let count = Int64(answer.body.count)
            guard count <= limit else { throw .tooLarge(bytes: count, limit: limit) }
            return answer.body
        case 404 where !isBucketMissing(answer): throw .missing
        default: throw failure(answer)
        }
    }

    package func existing(among digests: [Digest]) async throws(FileFailure) -> Set<Digest> {
        var found: Set<Digest> = []
        for digest in digests {
            let answer = try await perform(.head, url(digest))
            switch answer.status {
            case 200: found.insert(digest)
            case 404: continue
            default: throw failure(answer)
            }
        }
        return found
    }

    package func delete(_ digest: Digest) async throws(FileFailure) {
        let answer = try await perform(.delete, url(digest))
        switch answer.status {
        case 200..<300: return
        case 404 where !isBucketMissing(answer): return
        default: throw failure(answer)
        }
    }

    package func list(after digest: Digest?, limit: Int) async throws(FileFailure) -> [StoredBlob] {
        let prefix = address.prefix.isEmpty ? "" : address.prefix + "/"
        var blobs: [StoredBlob] = []
        var token: String?
        repeat {
            var query = [
                ("list-type", "2"), ("prefix", prefix), ("encoding-type", "url"),
                ("max-keys", "\(min(1_000, max(1, limit - blobs.count)))"),
            ]
            if let token {
                query.append(("continuation-token", token))
            } else if let digest {
                query.append(("start-after", S3Listing.key(digest, address.prefix).joined(separator: "/")))
            }
            let url = S3URL(endpoint: address.endpoint, path: [address.bucket], query: query).text
            let answer = try await perform(.get, url)
            guard answer.status == 200 else { throw failure(answer) }
            guard let page = S3Listing(answer.body, prefix: address.prefix) else {
                throw unreachable("no list of the bucket")
            }
            blobs += page.blobs
            token = page.next
        } while token != nil && blobs.count < limit
        return blobs
    }

    private func url(_ digest: Digest) -> String {
        S3URL(endpoint: address.endpoint, path: [address.bucket] + S3Listing.key(digest, address.prefix)).text
    }

    private func isBucketMissing(_ answer: HTTPResponse) -> Bool {
        XMLElements.text(of: "Code", in: answer.body) == "NoSuchBucket"
    }
}

/// Requests.
extension S3BlobStore {
    /// Sends a request, and repeats it while the service is overloaded or doesn't answer: all of them may be repeated.
    private func perform(
        _ method: HTTPMethod, _ url: String, _ headers: [HTTPHeader] = [], _ body: [UInt8] = [],
        _ hash: String? = nil, limit: Int64 = 16 << 20
    ) async throws(FileFailure) -> HTTPResponse {
        var request = HTTPRequest(method, url)
        request.headers =
            headers + [
                // curl would sign the hash of an empty body.
                HTTPHeader("x-amz-content-sha256", hash ?? sha256(body).hex), HTTPHeader("Accept-Encoding", "identity"),
            ]
        request.body = body
        request.signing = keys
        request.limits.bodyBytes = Int(clamping: max(limit, Self.explanation))
        request.limits.total = .seconds(120)
        request.limits.connect = .seconds(5)
        await places.take()
        let result = await attempts(request)
        await places.give()
        return try result.get()
    }

    private func attempts(_ request: HTTPRequest) async -> Result<HTTPResponse, FileFailure> {
        var pauses = Self.pauses[...]
        while true {
            let last: FileFailure
            do throws(HTTPFailure) {
                let answer = try await send(request)
                guard [409, 429, 500, 502, 503, 504].contains(answer.status) else { return .success(answer) }
                last = failure(answer)
            } catch {
                if case .bodyTooLarge(_, 200..<300, let limit) = error {
                    return .failure(.tooLarge(bytes: Int64(limit) + 1, limit: Int64(limit)))
                }
                last = unreachable(Self.text(error))
                if case .cancelled = error { return .failure(last) }
            }
            guard let pause = pauses.popFirst(), await wait(.milliseconds(pause / 2 + .random(in: 0...pause))) else {
                return .failure(last)
            }
        }
    }

    /// What an answer says that no request can succeed with.
    private func failure(_ answer: HTTPResponse) -> FileFailure {
        let code = XMLElements.text(of: "Code", in: answer.body)
        let message = XMLElements.text(of: "Message", in: answer.body)
        let text = [String(answer.status), code, message].compactMap { $0 }.joined(separator: " ")
        let region = answer.header("x-amz-bucket-region") ?? XMLElements.text(of: "Region", in: answer.body)
        let isElsewhere = 300..<400 ~= answer.status || code == "AuthorizationHeaderMalformed"
        switch answer.status {
        case _ where isElsewhere:
            return .sharedStore(.elsewhere(region.map { "region \($0)" } ?? answer.header("Location") ?? text))
        case 400..<500 where skew(answer) != nil: return .sharedStore(.clock(seconds: skew(answer) ?? 0))
        case 400..<500 where answer.status != 409 && answer.status != 429:
            return .sharedStore(.refused("\(address.bucket): \(text)"))
        default: return unreachable(text)
        }
    }

    /// By how many seconds this machine's clock is ahead, if that is why the service refuses.
    private func skew(_ answer: HTTPResponse) -> Int64? {
        guard let date = answer.header("Date").flatMap({ S3Listing.time(header: $0) }) else { return nil }
        let difference = utc().milliseconds(since: date)
        return abs(difference) > Self.mostSkew ? difference / 1_000 : nil
    }

    private func unreachable(_ text: String) -> FileFailure {
        .sharedStore(.unreachable("\(address.endpoint): \(text)"))
    }

    private static func text(_ failure: HTTPFailure) -> String {
        switch failure {
        case .notSent(_, let fault), .sentNoAnswer(_, let fault), .partialAnswer(_, let fault, _, _):
            [fault.reason.rawValue, fault.about].compactMap { $0 }.joined(separator: " ")
        case .headersTooLarge: "headers too large"
        case .bodyTooLarge: "answer too large"
        case .cancelled: "cancelled"
        }
    }
}

/// The requests that may run at once.
private actor S3Places {
    private var free: Int
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) { free = count }

    func take() async {
        if free > 0 { free -= 1 } else { await withCheckedContinuation { waiters.append($0) } }
    }

    func give() {
        if waiters.isEmpty { free += 1 } else { waiters.removeFirst().resume() }
    }
}
