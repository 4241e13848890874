internal import CHTTP
internal import Domain

extension EasyHandle {
    /// Makes the handle ask what the request asks.
    mutating func prepare(
        _ request: HTTPRequest, _ address: HTTPAddress, _ settings: HTTPClientSettings
    ) throws(HTTPFault) {
        try set(CURLOPT_URL, request.url)
        try set(CURLOPT_USERAGENT, settings.userAgent)
        try setMethod(request, settings.paidIdleSeconds)
        try set(headers: try Self.lines(request))
        try setLimits(request)
        try setRoute(request, address)
        try setTrust(request.caFile ?? settings.caFile)
        try setRedirects(request, address)
    }

    private func setMethod(_ request: HTTPRequest, _ paidIdleSeconds: Int) throws(HTTPFault) {
        switch request.method {
        case .get where request.body.isEmpty: break
        case .head: try set(CURLOPT_NOBODY, 1)
        case .delete where request.body.isEmpty: try set(CURLOPT_CUSTOMREQUEST, "DELETE")
        case .post: try set(body: request.body)
        default:
            try set(body: request.body)
            try set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
        // See HTTPClient: servers end connections that nobody uses, the quickest after two seconds. A connection must not
        // end just when such a request goes over it: nobody could tell whether it was taken.
        if !request.method.isIdempotent { try set(CURLOPT_MAXAGE_CONN, paidIdleSeconds) }
    }

    /// The request's own headers in curl's way of writing, and what keeps curl from adding some that nobody asked for:
    /// the type of a form, and the wait for `100 Continue`, a second for each large body.
    private static func lines(_ request: HTTPRequest) throws(HTTPFault) -> [String] {
        let framing = ["Content-Length", "Transfer-Encoding"]
        let areFine = request.headers.allSatisfy { header in
            header.isValid && !framing.contains { header.isNamed($0) }
        }
        guard areFine else { throw HTTPFault(.header) }
        let own = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        let unwanted = ["Content-Type", "Expect"].filter { name in !request.headers.contains { $0.isNamed(name) } }
        return own + unwanted.map { "\($0):" }
    }

    private func setLimits(_ request: HTTPRequest) throws(HTTPFault) {
        try set(CURLOPT_CONNECTTIMEOUT_MS, request.limits.connect.wholeMilliseconds)
        try set(CURLOPT_TIMEOUT_MS, request.limits.total.wholeMilliseconds)
        // Refuses an answer that announces too much; what announces nothing is counted. A HEAD's length is no body's.
        if request.method != .head { try set(CURLOPT_MAXFILESIZE_LARGE, size: max(1, request.limits.bodyBytes)) }
        // Each exchange has one, be there hundreds: 256 of libcurl's own 16 KiB are 4 MiB.
        try set(CURLOPT_BUFFERSIZE, 2 << 10)
    }

    private func setRoute(_ request: HTTPRequest, _ address: HTTPAddress) throws(HTTPFault) {
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        // HTTP/2 where TLS offers it. An answer has a status line: HTTP/0.9 would take anything for one.
        try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        try set(CURLOPT_HTTP09_ALLOWED, 0)
        // A service may think for minutes: routers on the way must not forget the connection meanwhile.
        try set(CURLOPT_TCP_KEEPALIVE, 1)
        try set(CURLOPT_TCP_KEEPIDLE, 30)
        try set(CURLOPT_TCP_KEEPINTVL, 30)
        // Without it the end of a name's look-up is waited for even when nobody wants it any more, on our one thread
        // (`Curl_resolver_kill` in lib/asyn-thread.c of 7.88.1).
        try set(CURLOPT_QUICK_EXIT, 1)
        if let path = request.unixSocket {
            guard !path.isEmpty, !path.utf8.contains(0) else { throw HTTPFault(.address) }
            try set(CURLOPT_UNIX_SOCKET_PATH, path)
        }
        if request.unixSocket != nil || address.isLoopback { try set(CURLOPT_PROXY, "") }
        // A proxy's own answer is no answer of the server.
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    }

    private func setTrust(_ file: String?) throws(HTTPFault) {
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        guard let file else { return }
        guard !file.utf8.contains(0) else { throw HTTPFault(.tls) }
        try set(CURLOPT_CAINFO, file)
        // Else the system's folder of certificates would be trusted beside the file.
        try set(CURLOPT_CAPATH, nil)
    }

    /// curl keeps `Authorization` from another host, but no other secret.
    private func setRedirects(_ request: HTTPRequest, _ address: HTTPAddress) throws(HTTPFault) {
        let isPlain = (request.method == .get || request.method == .head) && request.body.isEmpty
        guard request.redirects > 0, isPlain, !request.headers.contains(where: \.isSecret) else { return }
        try set(CURLOPT_FOLLOWLOCATION, 1)
        try set(CURLOPT_MAXREDIRS, min(request.redirects, 100))
        try set(CURLOPT_REDIR_PROTOCOLS_STR, address.isEncrypted ? "https" : "http,https")
    }
}
