package import Domain
package import Loopback
internal import PlatformDigest
internal import Synchronization

/// A service with the S3 API on loopback, with one bucket and faults. It refuses what real services refuse: a body that
/// isn't the signed one, and requests that aren't signed.
package final class FakeBucket: Sendable {
    package enum Fault: Sendable {
        /// 503 `SlowDown`.
        case slow
        /// Half of the body, then the end of the connection.
        case cut
        /// Half of the body as if it were whole.
        case short
        /// 409 while another request writes the key.
        case conflict
        case refusal
        case redirect
        case noBucket
        case closed
        /// 403 with a clock that is 20 minutes behind.
        case skewed
    }

    private struct State {
        var objects: [String: [UInt8]] = [:]
        var faults: [Fault] = []
        var lastingFault: Fault?
        var ignoresConditions = false
        var page = 1_000
    }

    private final class Content: Sendable {
        let state = Mutex(State())
    }

    private let content: Content
    private let server: Server

    package init() throws {
        let content = Content()
        self.content = content
        server = try Server { request in content.state.withLock { Self.answer(request, &$0) } }
    }

    package var keys: [String] { content.state.withLock { $0.objects.keys.sorted() } }
    package var requests: [ReceivedRequest] { server.requests }

    /// Faults of the next requests, in order.
    package func fail(_ faults: [Fault]) { content.state.withLock { $0.faults = faults } }
    /// The fault of all requests from now on that have no other; `nil` ends it.
    package func keepFailing(_ fault: Fault?) { content.state.withLock { $0.lastingFault = fault } }
    package var objects: [String: [UInt8]] { content.state.withLock { $0.objects } }
    /// Its address, with a prefix of the keys.
    package func address(prefix: String) -> String { "s3://bucket/\(prefix)?endpoint=\(server.url)&region=eu-west-1" }
    package func ignoreConditions() { content.state.withLock { $0.ignoresConditions = true } }
    package func setPage(_ count: Int) { content.state.withLock { $0.page = count } }
    package func harm(_ key: String) { content.state.withLock { $0.objects[key]?[0] ^= 1 } }
    package func add(_ key: String) { content.state.withLock { $0.objects[key] = [1] } }

    /// 2026-01-31T12:30:00Z.
    package static let now = UTCMillis(1_769_862_600_000)

    private static func answer(_ request: ReceivedRequest, _ state: inout State) -> Answer {
        let fault = state.faults.isEmpty ? state.lastingFault : state.faults.removeFirst()
        switch fault {
        case .slow: return Self.error(503, "SlowDown")
        case .conflict: return Self.error(409, "ConditionalRequestConflict")
        case .refusal: return Self.error(403, "AccessDenied")
        case .noBucket: return Self.error(404, "NoSuchBucket")
        case .redirect:
            return .status(301, headers: [("x-amz-bucket-region", "eu-north-1"), ("Location", "http://evil/")])
        case .closed: return Answer(.close)
        case .skewed: return Self.error(403, "RequestTimeTooSkewed", isBehind: true)
        case .cut, .short, nil: break
        }
        guard Self.isSigned(request) else { return Self.error(403, "SignatureDoesNotMatch") }
        let parts = request.target.split(separator: "?", maxSplits: 1)
        let path = parts[0].split(separator: "/").map(String.init)
        guard path.first == "bucket" else { return Self.error(404, "NoSuchBucket") }
        let key = path.dropFirst().joined(separator: "/")
        switch request.method {
        case "PUT":
            if request.header("If-None-Match") == "*", !state.ignoresConditions, state.objects[key] != nil {
                return Self.error(412, "PreconditionFailed")
            }
            state.objects[key] = request.body
            return .status(200)
        case "DELETE":
            state.objects[key] = nil
            return .status(204)
        case "HEAD":
            guard let object = state.objects[key] else { return Answer(.send(Answer.head(404, length: 0))) }
            return Answer(.send(Answer.head(200, length: object.count)))
        case _ where key.isEmpty: return Self.list(String(parts.last ?? ""), state)
        default:
            guard let object = state.objects[key] else { return Self.error(404, "NoSuchKey") }
            let half = Array(object.prefix(object.count / 2))
            if case .cut = fault {
                return Answer(.send(Answer.head(200, length: object.count)), .send(half), .close)
            }
            if case .short = fault { return .status(200, body: half) }
            return .status(200, body: object)
        }
    }

    private static func isSigned(_ request: ReceivedRequest) -> Bool {
        let authorization = request.header("Authorization") ?? ""
        let scope = "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/"
        return authorization.hasPrefix(scope) && authorization.contains("/eu-west-1/s3/aws4_request")
            && request.header("x-amz-content-sha256") == sha256(request.body).hex
            && request.headers("x-amz-content-sha256").count == 1
    }

    private static func list(_ query: String, _ state: State) -> Answer {
        var values: [String: String] = [:]
        for item in query.split(separator: "&") {
            let pair = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            values[String(pair[0])] = PercentEncoding.decoded(pair[1].utf8)
        }
        let start = values["continuation-token"].map { String($0.dropFirst(2)) } ?? values["start-after"] ?? ""
        let prefix = values["prefix"] ?? ""
        let keys = state.objects.keys.sorted().filter { $0 > start && $0.hasPrefix(prefix) }
        let page = keys.prefix(min(state.page, Int(values["max-keys"] ?? "") ?? 0))
        let items = page.map { key in
            "<Contents><Key>\(PercentEncoding.encoded(key))</Key><LastModified>2026-01-31T12:30:00.000Z</LastModified>"
                + "<ETag>&quot;x&quot;</ETag><Size>\(state.objects[key]?.count ?? 0)</Size></Contents>"
        }.joined()
        let more = page.count < keys.count ? "<NextContinuationToken>+=\(page.last ?? "")</NextContinuationToken>" : ""
        return .status(
            200,
            text: "<?xml version=\"1.0\"?>\n<ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">"
                + "<Name>bucket</Name>\(items)\(more)</ListBucketResult>")
    }

    private static func error(_ status: Int, _ code: String, isBehind: Bool = false) -> Answer {
        let date = isBehind ? "Sat, 31 Jan 2026 12:10:00 GMT" : "Sat, 31 Jan 2026 12:30:00 GMT"
        return .status(
            status, headers: [("Date", date)],
            text: "<?xml version=\"1.0\"?><Error><Code>\(code)</Code><Message>A &amp; B</Message></Error>")
    }
}
