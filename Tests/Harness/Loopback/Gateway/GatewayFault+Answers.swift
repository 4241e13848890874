/// Answers that look like a provider's own, and connections that end early.
extension GatewayFault {
    /// Measured on LiteLLM 1.109.1: a provider that is lost and one that was never reached give the very same answer. Its
    /// own retries are not imitated: the provider is asked once.
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

    /// OpenAI's shape (github.com/openai/openai-openapi, ErrorResponse) under a status that is no provider's refusal, as
    /// gateways that speak its language write it.
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

    /// Ends of connections, and pages under a status that means success.
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

    /// The picture comes, but packed by the gateway.
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
    /// All that it sends.
    fileprivate var bytes: [UInt8] {
        steps.reduce(into: []) { bytes, step in
            if case .send(let part) = step { bytes += part }
        }
    }
}
