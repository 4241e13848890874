/// Programs that people run themselves in front of a server.
extension GatewayFault {
    /// The pages are measured on nginx 1.22.1. That a module which filters answers uses the page for 403, and that a 499
    /// is passed on by whatever stands before it, is assumed.
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

    /// The pages are measured on HAProxy 2.6.12. That a rule about answers uses the one for 403 is assumed.
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

    /// Envoy's local replies, as they are commonly quoted; not measured.
    package static let envoy: [GatewayFault] = [
        GatewayFault("Envoy: 504", envoyReply(504, "upstream request timeout")),
        GatewayFault("Envoy: 503 after reset", envoyReply(503, disconnected + "connection termination")),
        GatewayFault("Envoy: 502 protocol error", envoyReply(502, disconnected + "protocol error")),
        GatewayFault("Envoy: 408", envoyReply(408, "stream timeout")),
        GatewayFault("Envoy: 403", .stopped, envoyReply(403, "RBAC: access denied")),
        GatewayFault("Envoy: 503 no host", .stopped, envoyReply(503, "no healthy upstream")),
        GatewayFault("Envoy: 429", .refused, envoyReply(429, "local_rate_limited")),
    ]

    /// The messages are those of kong/error_handlers.lua; the JSON around them, newer versions' request number and the
    /// plugins' refusals are not measured.
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
