/// A gateway's reaction to a request for work, in place of forwarding the request and its answer.
package struct GatewayFault: Sendable {
    /// Whether the provider has begun work when the gateway answers.
    package enum Reach: Sendable {
        /// It has: the request was forwarded, but its answer isn't.
        case worked
        /// It hasn't, but the answer doesn't prove it.
        case stopped
        /// It hasn't, and the answer proves it.
        case refused
    }

    /// The product and the fault, such as `nginx: 504`.
    package let name: String
    package let reach: Reach
    let answer: @Sendable (_ upstream: Answer) -> Answer

    /// `answer` receives the provider's answer, which is empty if the provider wasn't reached.
    package init(
        _ name: String, _ reach: Reach = .worked, answering answer: @escaping @Sendable (_ upstream: Answer) -> Answer
    ) {
        self.name = name
        self.reach = reach
        self.answer = answer
    }

    init(_ name: String, _ reach: Reach, _ page: Answer) {
        self.init(name, reach) { _ in page }
    }

    init(_ name: String, _ page: Answer) {
        self.init(name, .worked, page)
    }
}

/// Self-hosted reverse proxies.
extension GatewayFault {
    /// Pages as measured on nginx 1.22.1. That a filter module uses the page for 403, and that the hop in front passes
    /// a 499 on, is assumed.
    package static let nginx: [GatewayFault] = [
        GatewayFault("nginx: 502", page(502, "Bad Gateway")),
        GatewayFault("nginx: 504", page(504, "Gateway Time-out")),
        GatewayFault("nginx: 500", page(500, "Internal Server Error")),
        GatewayFault("nginx: 503", page(503, "Service Temporarily Unavailable")),
        GatewayFault("nginx: 403 on the answer", page(403, "Forbidden")),
        GatewayFault("nginx: 499 passed on", .status(499, headers: [("Server", "nginx/1.22.1")])),
        GatewayFault("nginx: 502, nothing sent", .stopped, page(502, "Bad Gateway")),
        GatewayFault("nginx: 413", .refused, page(413, "Request Entity Too Large")),
        GatewayFault("nginx: 504 in gzip", packed(504, nginxBody(504, "Gateway Time-out"), "text/html")),
    ]

    /// Pages as measured on HAProxy 2.6.12. That a response rule uses the page for 403 is assumed.
    package static let haproxy: [GatewayFault] = [
        GatewayFault("HAProxy: 502", haproxyPage(502, "Bad Gateway", invalid)),
        GatewayFault("HAProxy: 504", haproxyPage(504, "Gateway Time-out", "The server didn't respond in time.")),
        GatewayFault("HAProxy: 503", haproxyPage(503, "Service Unavailable", unavailable)),
        GatewayFault("HAProxy: 500", haproxyPage(500, "Internal Server Error", "An internal server error occurred.")),
        GatewayFault("HAProxy: 403 on the answer", haproxyPage(403, "Forbidden", rules)),
        GatewayFault(
            "HAProxy: 408",
            haproxyPage(408, "Request Time-out", "Your browser didn't send a complete request in time.")),
        GatewayFault("HAProxy: 503, nothing sent", .stopped, haproxyPage(503, "Service Unavailable", unavailable)),
    ]

    /// Envoy's local replies as commonly quoted; not measured.
    package static let envoy: [GatewayFault] = [
        GatewayFault("Envoy: 504", envoyReply(504, "upstream request timeout")),
        GatewayFault("Envoy: 503 after reset", envoyReply(503, disconnected + "connection termination")),
        GatewayFault("Envoy: 502 protocol error", envoyReply(502, disconnected + "protocol error")),
        GatewayFault("Envoy: 408", envoyReply(408, "stream timeout")),
        GatewayFault("Envoy: 403", .stopped, envoyReply(403, "RBAC: access denied")),
        GatewayFault("Envoy: 503 no host", .stopped, envoyReply(503, "no healthy upstream")),
        GatewayFault("Envoy: 429", .refused, envoyReply(429, "local_rate_limited")),
    ]

    /// Messages from kong/error_handlers.lua. The JSON around them, the request ID of newer versions and the plugins'
    /// rejections aren't measured.
    package static let kong: [GatewayFault] = [
        GatewayFault("Kong: 502", kongReply(502, "An invalid response was received from the upstream server")),
        GatewayFault("Kong: 504", kongReply(504, "The upstream server is timing out")),
        GatewayFault("Kong: 503", kongReply(503, "The upstream server is currently unavailable")),
        GatewayFault("Kong: 500", kongReply(500, "An unexpected error occurred")),
        GatewayFault("Kong: 408", kongReply(408, "Request timeout")),
        GatewayFault(
            "Kong: 504 with its number", kongReply(504, "The upstream server is timing out", number: requestNumber)),
        GatewayFault("Kong: 429", .refused, kongReply(429, "API rate limit exceeded")),
        GatewayFault("Kong: 401", .refused, kongReply(401, "No API key found in request")),
    ]

    static func packed(_ status: Int, _ body: String, _ type: String) -> Answer {
        .status(
            status, headers: [("Content-Type", type), ("Content-Encoding", "gzip")],
            body: Gzip.packed(Array(body.utf8)))
    }

    private static func page(_ status: Int, _ title: String) -> Answer {
        .status(
            status, headers: [("Server", "nginx/1.22.1"), ("Content-Type", "text/html")],
            text: nginxBody(status, title))
    }

    private static func nginxBody(_ status: Int, _ title: String) -> String {
        [
            "<html>", "<head><title>\(status) \(title)</title></head>", "<body>",
            "<center><h1>\(status) \(title)</h1></center>", "<hr><center>nginx/1.22.1</center>", "</body>", "</html>",
            "",
        ].joined(separator: "\r\n")
    }

    private static let invalid = "The server returned an invalid or incomplete response."
    private static let unavailable = "No server is available to handle this request."
    private static let rules = "Request forbidden by administrative rules."

    private static func haproxyPage(_ status: Int, _ title: String, _ text: String) -> Answer {
        .status(
            status, headers: [("cache-control", "no-cache"), ("content-type", "text/html")],
            text: "<html><body><h1>\(status) \(title)</h1>\n\(text)\n</body></html>\n")
    }

    private static let disconnected = "upstream connect error or disconnect/reset before headers. reset reason: "

    private static func envoyReply(_ status: Int, _ text: String) -> Answer {
        .status(status, headers: [("content-type", "text/plain"), ("server", "envoy")], text: text)
    }

    private static let requestNumber = "e36b8a6c1a2d4c5d9f7b0a3e2c1d4f56"

    private static func kongReply(_ status: Int, _ message: String, number: String? = nil) -> Answer {
        let tail = number.map { ",\n  \"request_id\":\"\($0)\"" } ?? ""
        return .status(
            status,
            headers: [
                ("Content-Type", "application/json; charset=utf-8"), ("Server", "kong/3.4.2"), ("Via", "kong/3.4.2"),
            ],
            text: "{\n  \"message\":\"\(message)\"\(tail)\n}")
    }
}

/// Gateways run by cloud providers. They can't be run locally: the statuses are documented by each provider, but bodies
/// and headers are as commonly quoted, shortened, and not measured.
extension GatewayFault {
    /// Amazon API Gateway: docs.aws.amazon.com, "Gateway response types for API Gateway".
    package static let apiGateway: [GatewayFault] = [
        GatewayFault("API Gateway: 504", amazon(504, "Endpoint request timed out")),
        GatewayFault("API Gateway: 502", amazon(502, "Internal server error")),
        GatewayFault("API Gateway: 500", amazon(500, "Internal server error")),
        GatewayFault("API Gateway: 503", amazon(503, "Service Unavailable")),
        GatewayFault("API Gateway: 403", .stopped, amazon(403, "Forbidden")),
        GatewayFault("API Gateway: 413", .refused, amazon(413, "Request Too Long")),
        GatewayFault("API Gateway: 429", .refused, amazon(429, "Too Many Requests")),
    ]

    /// Amazon's Application Load Balancer: docs.aws.amazon.com, "Troubleshoot your Application Load Balancers".
    package static let loadBalancer: [GatewayFault] = [
        GatewayFault("ALB: 502", balancer(502, "Bad Gateway")),
        GatewayFault("ALB: 503", balancer(503, "Service Temporarily Unavailable")),
        GatewayFault("ALB: 504", balancer(504, "Gateway Time-out")),
        GatewayFault("ALB: 500", balancer(500, "Internal Server Error")),
    ]

    /// Cloudflare in front of an origin: developers.cloudflare.com, "Cloudflare 5xx errors". An HTML page, a plain
    /// line, or problem details (RFC 9457).
    package static let cloudflare: [GatewayFault] =
        [
            (520, "Web server is returning an unknown error"), (521, "Web server is down"),
            (522, "Connection timed out"),
            (523, "Origin is unreachable"), (524, "A timeout occurred"), (525, "SSL handshake failed"),
            (526, "Invalid SSL certificate"), (527, "Railgun Error"), (502, "Bad gateway"), (504, "Gateway time-out"),
        ].map { status, title in
            GatewayFault(
                "Cloudflare: \(status) page", edge(status, "text/html; charset=UTF-8", edgePage(status, title)))
        } + [
            GatewayFault("Cloudflare: 520 line", edge(520, "text/plain; charset=UTF-8", "error code: 520")),
            GatewayFault("Cloudflare: 502 line", edge(502, "text/plain; charset=UTF-8", "error code: 502")),
            GatewayFault(
                "Cloudflare: 524 JSON", edge(524, "application/problem+json", edgeProblem(524, "A timeout occurred"))),
            GatewayFault(
                "Cloudflare: 502 JSON", edge(502, "application/problem+json", edgeProblem(502, "Bad gateway"))),
            GatewayFault(
                "Cloudflare: 403 on the answer",
                edge(403, "text/html; charset=UTF-8", edgePage(403, "Attention Required!"))),
        ]

    /// Heroku's routers: devcenter.heroku.com/articles/error-codes. Clients see the same page for every code in the
    /// log.
    package static let heroku: [GatewayFault] = [
        GatewayFault("Heroku: H12 503", application(503)),
        GatewayFault("Heroku: H13 503", application(503)),
        GatewayFault("Heroku: H18 503", application(503)),
        GatewayFault("Heroku: H27 499", .status(499, headers: [("Server", "Heroku")])),
        GatewayFault("Heroku: H10 503, nothing sent", .stopped, application(503)),
    ]

    /// Azure API Management: learn.microsoft.com, "Error handling in API Management policies". A timeout in
    /// `forward-request` results in a 500.
    package static let apiManagement: [GatewayFault] = [
        GatewayFault("APIM: 500", management(500, "Internal server error", activity)),
        GatewayFault("APIM: 504", management(504, "Gateway Timeout", nil)),
        GatewayFault("APIM: 408", management(408, "Request Timeout", nil)),
        GatewayFault(
            "APIM: 429", .refused, management(429, "Rate limit is exceeded. Try again in 1 seconds.", nil)),
        GatewayFault(
            "APIM: 401", .refused,
            management(401, "Access denied due to missing subscription key.", nil)),
    ]

    private static func amazon(_ status: Int, _ message: String) -> Answer {
        .status(
            status,
            headers: [
                ("Content-Type", "application/json"), ("x-amzn-RequestId", "c2f5a1a0-1b2c-4d3e-8f90-123456789abc"),
                ("x-amz-apigw-id", "AbCdEfGhIjKlMnO="),
            ], text: "{\"message\": \"\(message)\"}")
    }

    private static func balancer(_ status: Int, _ title: String) -> Answer {
        .status(
            status, headers: [("Server", "awselb/2.0"), ("Content-Type", "text/html")],
            text: [
                "<html>", "<head><title>\(status) \(title)</title></head>", "<body>",
                "<center><h1>\(status) \(title)</h1></center>", "</body>", "</html>", "",
            ].joined(separator: "\r\n"))
    }

    private static func edge(_ status: Int, _ type: String, _ body: String) -> Answer {
        .status(
            status, headers: [("Content-Type", type), ("Server", "cloudflare"), ("CF-RAY", "8f0e1d2c3b4a5968-ICN")],
            text: body)
    }

    private static func edgePage(_ status: Int, _ title: String) -> String {
        """
        <!DOCTYPE html>
        <html class="no-js" lang="en-US"><head><title>api.example.com | \(status): \(title)</title></head>
        <body><div id="cf-wrapper"><div id="cf-error-details"><h1><span>\(title)</span>
        <span>Error code \(status)</span></h1></div></div></body></html>
        """
    }

    private static func edgeProblem(_ status: Int, _ title: String) -> String {
        """
        {"type":"https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/error-\(status)/",\
        "title":"Error \(status): \(title)","status":\(status),"error_code":\(status),"cloudflare_error":true,\
        "retryable":true,"retry_after":60,"ray_id":"8f0e1d2c3b4a5968"}
        """
    }

    private static func application(_ status: Int) -> Answer {
        .status(
            status, headers: [("Server", "Heroku"), ("Content-Type", "text/html; charset=utf-8")],
            text: """
                <!DOCTYPE html>
                <html><head><meta name="viewport" content="width=device-width, initial-scale=1"><title>Application Error</title>
                </head><body><iframe src="//www.herokucdn.com/error-pages/application-error.html"></iframe></body></html>
                """)
    }

    private static let activity = "b3e1f0c2-7a64-4d0e-9f43-0c1d2e3f4a5b"

    private static func management(_ status: Int, _ message: String, _ activity: String?) -> Answer {
        let tail = activity.map { ", \"activityId\": \"\($0)\"" } ?? ""
        return .json("{ \"statusCode\": \(status), \"message\": \"\(message)\"\(tail) }", status: status)
    }
}

/// Answers that look like the provider's own, and connections that end early.
extension GatewayFault {
    /// Measured on LiteLLM 1.109.1: a lost connection to the provider and a provider that was never reached give
    /// exactly the same answer. LiteLLM's own retries aren't imitated: the provider is called once.
    package static let litellm: [GatewayFault] = [
        GatewayFault(
            "LiteLLM: 500 connection",
            proxied(500, "APIConnectionError: APIConnectionError: OpenAIException - Connection error.")),
        GatewayFault(
            "LiteLLM: 500 bad JSON",
            proxied(500, "APIConnectionError: APIConnectionError: OpenAIException - \(unterminated)")),
        GatewayFault(
            "LiteLLM: 408",
            proxied(
                408, "Timeout: APITimeoutError - Request timed out. Error_str: Request timed out.",
                type: "invalid_request_error")),
        GatewayFault("LiteLLM: 504", proxied(504, "Timeout: Timeout Error: OpenAIException - Error code: 504")),
        GatewayFault(
            "LiteLLM: 502", proxied(502, "BadGatewayError: BadGatewayError: OpenAIException - Error code: 502")),
        GatewayFault(
            "LiteLLM: 503",
            proxied(
                503, "ServiceUnavailableError: ServiceUnavailableError: OpenAIException - The server is overloaded.")),
        GatewayFault(
            "LiteLLM: 500 refused", .stopped,
            proxied(500, "APIConnectionError: APIConnectionError: OpenAIException - Connection error.")),
        GatewayFault(
            "LiteLLM: 401", .refused,
            .json(
                #"{"error":{"message":"Authentication Error, No api key passed in.","type":"auth_error","param":null,"code":"401"}}"#,
                status: 401)),
    ]

    /// OpenAI's error format (github.com/openai/openai-openapi, ErrorResponse) under a status that isn't a provider's
    /// refusal, as OpenAI-compatible gateways send it.
    package static let shaped: [GatewayFault] = [
        GatewayFault("shaped: 504 with code 429", spoken(504, "rate_limit_error", "429")),
        GatewayFault("shaped: 504 rate_limit_exceeded", spoken(504, "requests", "rate_limit_exceeded")),
        GatewayFault("shaped: 502 insufficient_quota", spoken(502, "insufficient_quota", "insufficient_quota")),
        GatewayFault("shaped: 500 server_error", spoken(500, "server_error", "server_error")),
        GatewayFault("shaped: 500 invalid_api_key", spoken(500, "invalid_request_error", "invalid_api_key")),
        GatewayFault("shaped: 408 with code 400", spoken(408, "invalid_request_error", "400")),
        GatewayFault("shaped: 503 with Retry-After", waiting(spokenBody("server_error", "503"))),
        GatewayFault(
            "shaped: 504 in gzip", packed(504, spokenBody("requests", "rate_limit_exceeded"), "application/json")),
    ]

    /// Broken connections, and pages with a success status.
    package static let cut: [GatewayFault] = [
        GatewayFault("cut: in the headers", Answer(.send("HTTP/1.1 200 OK\r\nContent-Type: applica"), .close)),
        GatewayFault("cut: in the body") { upstream in
            let bytes = upstream.bytes
            return Answer(.send(Array(bytes.prefix(bytes.count - 8))), .close)
        },
        GatewayFault("cut: in a chunk") { _ in
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            return Answer(.send(head + "ff\r\n{\"data\":[{\"b64"), .close)
        },
        GatewayFault("cut: without a word", Answer(.close)),
        GatewayFault("cut: reset after the work", Answer(.reset)),
        GatewayFault(
            "200 with a page",
            .status(
                200, headers: [("Content-Type", "text/html")], text: "<html><body>Scheduled maintenance</body></html>")),
    ]

    package static let all: [GatewayFault] =
        nginx + haproxy + envoy + kong + apiGateway + loadBalancer + cloudflare + heroku + apiManagement + litellm
        + shaped + cut

    /// A good answer, but compressed by the gateway.
    package static let gzip = GatewayFault("gzip: a good answer") { upstream in
        guard let end = upstream.bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return upstream }
        let head = String(decoding: upstream.bytes[..<end.lowerBound], as: UTF8.self)
        let kept = head.split(separator: "\r\n").filter { !$0.lowercased().hasPrefix("content-length") }
        let body = Gzip.packed(Array(upstream.bytes[end.upperBound...]))
        let fields = ["Content-Encoding: gzip", "Content-Length: \(body.count)", "", ""]
        return Answer(.send((kept.map(String.init) + fields).joined(separator: "\r\n")), .send(body))
    }

    private static let unterminated = "Unterminated string starting at: line 1 column 38 (char 37)"

    private static func proxied(_ status: Int, _ words: String, type: String = "internal_server_error") -> Answer {
        let tail = #"\n\nLiteLLM: model group 'm' failed with the error above. No fallback was attempted."#
        let error = #""message":"litellm.\#(words)\#(tail)","type":"\#(type)","param":null,"code":"\#(status)""#
        return .status(
            status,
            headers: [
                ("x-litellm-call-id", "b27de59c-863a-4d7d-9e83-8a7772116a46"), ("Content-Type", "application/json"),
            ], text: "{\"error\":{\(error)}}")
    }

    private static func spokenBody(_ type: String, _ code: String) -> String {
        #"{"error":{"message":"Upstream request failed.","type":"\#(type)","param":null,"code":"\#(code)"}}"#
    }

    private static func spoken(_ status: Int, _ type: String, _ code: String) -> Answer {
        .json(spokenBody(type, code), status: status)
    }

    private static func waiting(_ body: String) -> Answer {
        .status(
            503,
            headers: [
                ("Content-Type", "application/json"), ("Retry-After", "1"), ("x-ratelimit-remaining-requests", "0"),
                ("x-ratelimit-reset-requests", "1s"),
            ], text: body)
    }
}

extension Answer {
    /// All bytes that it sends.
    fileprivate var bytes: [UInt8] {
        steps.reduce(into: []) { bytes, step in
            if case .send(let part) = step { bytes += part }
        }
    }
}

/// Encodes bytes as gzip (RFC 1952) in stored blocks (RFC 1951, 3.2.4).
enum Gzip {
    static func packed(_ bytes: [UInt8]) -> [UInt8] {
        var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let size = UInt16(block.count)
            packed.append(rest.isEmpty ? 1 : 0)
            packed += [UInt8(truncatingIfNeeded: size), UInt8(size >> 8)]
            packed += [UInt8(truncatingIfNeeded: ~size), UInt8(~size >> 8)]
            packed += block
        } while !rest.isEmpty
        return packed + little(checksum(bytes)) + little(UInt32(truncatingIfNeeded: bytes.count))
    }

    private static func little(_ number: UInt32) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }

    /// CRC-32 (RFC 1952, section 8).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
    }
}
