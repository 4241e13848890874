/// Gateways that clouds run in front of their customers' servers. None of them can be run here: statuses are documented by
/// each, bodies and headers are as they are commonly quoted, shortened, and not measured.
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

    /// Cloudflare in front of an origin: developers.cloudflare.com, "Cloudflare 5xx errors". A page, a bare line, or
    /// problem details (RFC 9457).
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

    /// Heroku's routers: devcenter.heroku.com/articles/error-codes. A client sees one page whatever the code in the log.
    package static let heroku: [GatewayFault] = [
        GatewayFault("Heroku: H12 503", application(503)),
        GatewayFault("Heroku: H13 503", application(503)),
        GatewayFault("Heroku: H18 503", application(503)),
        GatewayFault("Heroku: H27 499", .status(499, headers: [("Server", "Heroku")])),
        GatewayFault("Heroku: H10 503, nothing sent", .stopped, application(503)),
    ]

    /// Azure API Management: learn.microsoft.com, "Error handling in API Management policies"; a time-out in
    /// `forward-request` is answered with 500.
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
