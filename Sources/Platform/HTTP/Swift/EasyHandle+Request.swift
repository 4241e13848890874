internal import CHTTP
internal import Domain

extension EasyHandle {
    /// Makes the handle ask what the request asks.
    mutating func prepare(_ request: HTTPRequest, _ route: Route, _ settings: HTTPClientSettings) throws(HTTPFault) {
        try set(CURLOPT_URL, request.url)
        try set(CURLOPT_USERAGENT, settings.userAgent)
        try setMethod(request, settings.paidIdleSeconds)
        try set(headers: try Self.lines(request))
        try setLimits(request)
        try setRoute(request)
        try setProxy(route.proxy)
        try setTrust(route.caFile)
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
        let asksPlain = !request.isDecoding || request.headers.contains { $0.isNamed("Accept-Encoding") }
        return own + (asksPlain ? [] : ["Accept-Encoding: gzip, deflate"]) + unwanted.map { "\($0):" }
    }

    /// The most bytes of a body as it comes. What can't be compressed gets a little longer by it.
    static func encodedBytes(_ limits: HTTPLimits) -> Int {
        let limit = max(1, limits.bodyBytes)
        let (sum, isOver) = limit.addingReportingOverflow(limit / 256 + 1024)
        return isOver ? limit : sum
    }

    private func setLimits(_ request: HTTPRequest) throws(HTTPFault) {
        try set(CURLOPT_CONNECTTIMEOUT_MS, request.limits.connect.wholeMilliseconds)
        try set(CURLOPT_TIMEOUT_MS, request.limits.total.wholeMilliseconds)
        // Refuses an answer that announces too much; what announces nothing is counted. A HEAD's length is no body's.
        if request.method != .head { try set(CURLOPT_MAXFILESIZE_LARGE, size: Self.encodedBytes(request.limits)) }
        // Each exchange has one, be there hundreds: 256 of libcurl's own 16 KiB are 4 MiB.
        try set(CURLOPT_BUFFERSIZE, 2 << 10)
    }

    private func setRoute(_ request: HTTPRequest) throws(HTTPFault) {
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
        // A proxy's own answer is no answer of the server.
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    }

    /// Said in any case, so that libcurl looks for none by itself.
    private func setProxy(_ proxy: HTTPProxy) throws(HTTPFault) {
        try set(CURLOPT_NOPROXY, "")
        guard case .at(let address, let login) = proxy else { return try set(CURLOPT_PROXY, "") }
        guard !address.value.utf8.contains(0), login?.value.utf8.contains(0) != true else { throw HTTPFault(.proxy) }
        try set(CURLOPT_PROXY, address.value)
        guard let login else { return }
        let parts = login.value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        try set(CURLOPT_PROXYUSERNAME, String(parts.first ?? ""))
        try set(CURLOPT_PROXYPASSWORD, parts.count > 1 ? String(parts[1]) : "")
    }

    private func setTrust(_ file: String?) throws(HTTPFault) {
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        guard let file else { return }
        guard !file.utf8.contains(0) else { throw HTTPFault(.trust) }
        // Else the system's folder of certificates would be trusted beside the file.
        for (bundle, folder) in [(CURLOPT_CAINFO, CURLOPT_CAPATH), (CURLOPT_PROXY_CAINFO, CURLOPT_PROXY_CAPATH)] {
            try set(bundle, file)
            try set(folder, nil)
        }
    }
}
