internal import CHTTP
internal import Domain

/// A curl easy handle: one exchange.
@safe struct EasyHandle: ~Copyable {
    /// Identifies the handle in curl's messages.
    struct ID: Hashable {
        private let address: UInt

        init(_ pointer: UnsafeMutableRawPointer) {
            address = UInt(bitPattern: pointer)
        }
    }

    let pointer: UnsafeMutableRawPointer
    private var list: UnsafeMutablePointer<curl_slist>?
    private let gate: UnsafeMutablePointer<chttp_gate>

    init() throws(HTTPFault) {
        guard let easy = unsafe curl_easy_init() else { throw HTTPFault(.other) }
        unsafe pointer = easy
        unsafe list = nil
        unsafe gate = .allocate(capacity: 1)
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe curl_slist_free_all(list)
        unsafe gate.deallocate()
    }

    var id: ID {
        unsafe ID(pointer)
    }

    func set(_ option: CURLoption, _ value: Int) throws(HTTPFault) {
        try check(unsafe chttp_set_number(pointer, option, value))
    }

    func set(_ option: CURLoption, size: Int) throws(HTTPFault) {
        try check(unsafe chttp_set_size(pointer, option, curl_off_t(size)))
    }

    /// Sets a text option; `nil` resets it.
    func set(_ option: CURLoption, _ text: String?) throws(HTTPFault) {
        guard let text else { return try check(unsafe chttp_set_text(pointer, option, nil)) }
        try check(unsafe chttp_set_text(pointer, option, text))
    }

    func set(body: [UInt8]) throws(HTTPFault) {
        let code = unsafe body.withUnsafeBytes { unsafe chttp_set_body(pointer, $0.baseAddress, $0.count) }
        try check(code)
    }

    /// Sets header lines in curl's notation: `Name: value`, `Name;` for an empty value, `Name:` to suppress a default.
    mutating func set(headers lines: [String]) throws(HTTPFault) {
        try append(lines)
        try check(unsafe chttp_set_headers(pointer, list))
    }

    /// Sets the mailboxes that a mail goes to. It is sent if the server accepts at least one of them.
    mutating func set(recipients mailboxes: [String]) throws(HTTPFault) {
        try append(mailboxes)
        try check(unsafe chttp_set_recipients(pointer, list))
    }

    private mutating func append(_ lines: [String]) throws(HTTPFault) {
        for line in lines {
            guard let longer = unsafe curl_slist_append(list, line) else { throw HTTPFault(.other) }
            unsafe list = longer
        }
    }

    /// Sends the mail at `mail`, which must outlive the handle, with all that is read and written reported to its
    /// callbacks.
    @unsafe func set(mail: UnsafeMutablePointer<chttp_mail>) throws(HTTPFault) {
        try check(unsafe chttp_set_mail(pointer, mail))
    }

    /// Performs the exchange on this thread.
    func perform() -> CURLcode {
        unsafe curl_easy_perform(pointer)
    }

    /// Directs the response to `receiver`, which must outlive the handle.
    func set(receiver: ResponseReceiver) throws(HTTPFault) {
        let context = unsafe Unmanaged.passUnretained(receiver).toOpaque()
        let callbacks = unsafe chttp_callbacks(
            context: context, connecting: ResponseReceiver.connecting, before: ResponseReceiver.before,
            header: ResponseReceiver.receiveHeader, body: ResponseReceiver.receiveBody)
        try check(unsafe chttp_set_callbacks(gate, pointer, callbacks))
    }

    func number(_ info: CURLINFO) -> Int {
        unsafe chttp_number(pointer, info)
    }

    /// Returns a time statistic, which curl reports in microseconds.
    func time(_ info: CURLINFO) -> Duration {
        .microseconds(unsafe chttp_size(pointer, info))
    }

    private func check(_ code: CURLcode) throws(HTTPFault) {
        guard code == CURLE_OK else { throw HTTPFault(code: code, wasSent: false) }
    }
}

extension EasyHandle {
    /// Configures the handle for a request.
    mutating func prepare(_ request: HTTPRequest, _ route: Route, _ settings: HTTPClientSettings) throws(HTTPFault) {
        try set(CURLOPT_URL, request.url)
        try set(CURLOPT_USERAGENT, settings.userAgent)
        try setMethod(request, settings.paidIdleSeconds)
        try set(headers: try Self.lines(request))
        try setLimits(request)
        try setRoute(request)
        try setSigning(request.signing)
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
        // Servers close idle connections, some after two seconds. A request that may cost money must not go out just as
        // its connection closes, because nothing would show whether it was accepted. See HTTPClient.
        if !request.method.isIdempotent { try set(CURLOPT_MAXAGE_CONN, paidIdleSeconds) }
    }

    /// Returns the request's headers as curl's header lines, with lines that suppress curl's defaults: the content type
    /// of a form, and `Expect: 100-continue`, which delays every large body by up to a second.
    private static func lines(_ request: HTTPRequest) throws(HTTPFault) -> [String] {
        let framing = ["Content-Length", "Transfer-Encoding"]
        let areFine = request.headers.allSatisfy { header in
            header.isValid && !framing.contains { header.isNamed($0) }
        }
        guard areFine else { throw HTTPFault(.header) }
        let own = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        // curl 7.88.1 would sign a line that suppresses a default, but doesn't send it.
        let defaults = request.signing == nil ? ["Content-Type", "Expect"] : []
        let unwanted = defaults.filter { name in !request.headers.contains { $0.isNamed(name) } }
        let asksPlain = !request.isDecoding || request.headers.contains { $0.isNamed("Accept-Encoding") }
        return own + (asksPlain ? [] : ["Accept-Encoding: gzip, deflate"]) + unwanted.map { "\($0):" }
    }

    /// The maximum size of a body before decompression. Compression makes incompressible data slightly larger.
    static func encodedBytes(_ limits: HTTPLimits) -> Int {
        let limit = max(1, limits.bodyBytes)
        let (sum, isOver) = limit.addingReportingOverflow(limit / 256 + 1024)
        return isOver ? limit : sum
    }

    private func setLimits(_ request: HTTPRequest) throws(HTTPFault) {
        try set(CURLOPT_CONNECTTIMEOUT_MS, request.limits.connect.wholeMilliseconds)
        try set(CURLOPT_TIMEOUT_MS, request.limits.total.wholeMilliseconds)
        // Rejects a response whose Content-Length is too large; without one the bytes are counted. The length of a HEAD
        // response isn't the size of a body.
        if request.method != .head { try set(CURLOPT_MAXFILESIZE_LARGE, size: Self.encodedBytes(request.limits)) }
        // Every exchange allocates a buffer: with libcurl's default of 16 KiB, 256 exchanges would take 4 MiB.
        try set(CURLOPT_BUFFERSIZE, 2 << 10)
    }

    private func setRoute(_ request: HTTPRequest) throws(HTTPFault) {
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_PROTOCOLS_STR, "http,https")
        // Uses HTTP/2 if TLS negotiates it. HTTP/0.9 is disabled, because it would accept any bytes as a response.
        try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        try set(CURLOPT_HTTP09_ALLOWED, 0)
        // A service may take minutes to respond; routers must not drop the idle connection meanwhile.
        try set(CURLOPT_TCP_KEEPALIVE, 1)
        try set(CURLOPT_TCP_KEEPIDLE, 30)
        try set(CURLOPT_TCP_KEEPINTVL, 30)
        // Otherwise curl waits on our only thread for a pending DNS lookup even after its request was cancelled
        // (`Curl_resolver_kill` in lib/asyn-thread.c of 7.88.1).
        try set(CURLOPT_QUICK_EXIT, 1)
        if let path = request.unixSocket {
            guard !path.isEmpty, !path.utf8.contains(0) else { throw HTTPFault(.address) }
            try set(CURLOPT_UNIX_SOCKET_PATH, path)
        }
        // The headers of a proxy's CONNECT response aren't part of the server's response.
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    }

    /// The keys are set one by one, because curl would split a joined text at the first colon.
    private func setSigning(_ keys: HTTPSigningKeys?) throws(HTTPFault) {
        guard let keys else { return }
        let texts = [keys.scheme, keys.accessKey.value, keys.secretKey.value]
        guard texts.allSatisfy({ !$0.isEmpty && !$0.utf8.contains(0) }) else { throw HTTPFault(.header) }
        try set(CURLOPT_AWS_SIGV4, keys.scheme)
        try set(CURLOPT_USERNAME, keys.accessKey.value)
        try set(CURLOPT_PASSWORD, keys.secretKey.value)
        // The server's refusal would otherwise be waited for before a large body is sent.
        try set(CURLOPT_EXPECT_100_TIMEOUT_MS, 1)
    }

    /// Always sets the proxy, so that libcurl doesn't read the environment.
    func setProxy(_ proxy: HTTPProxy) throws(HTTPFault) {
        try set(CURLOPT_NOPROXY, "")
        guard case .at(let address, let login) = proxy else { return try set(CURLOPT_PROXY, "") }
        guard !address.value.utf8.contains(0), login?.value.utf8.contains(0) != true else { throw HTTPFault(.proxy) }
        try set(CURLOPT_PROXY, address.value)
        guard let login else { return }
        let parts = login.value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        try set(CURLOPT_PROXYUSERNAME, String(parts.first ?? ""))
        try set(CURLOPT_PROXYPASSWORD, parts.count > 1 ? String(parts[1]) : "")
    }

    func setTrust(_ file: String?) throws(HTTPFault) {
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        guard let file else { return }
        guard !file.utf8.contains(0) else { throw HTTPFault(.trust) }
        // Otherwise the system's certificate folder would be trusted as well.
        for (bundle, folder) in [(CURLOPT_CAINFO, CURLOPT_CAPATH), (CURLOPT_PROXY_CAINFO, CURLOPT_PROXY_CAPATH)] {
            try set(bundle, file)
            try set(folder, nil)
        }
    }
}

extension Duration {
    /// Whole milliseconds, rounded up, between 1 and the largest timeout that curl accepts. 0 would mean no timeout to
    /// curl.
    var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        guard seconds < Int64(Int32.max) / 1000 else { return Int(Int32.max) }
        return max(1, Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
    }
}

/// libcurl, which is loaded at its first use. None of its functions may be called before.
package enum CurlLibrary {
    /// Whether libcurl is loaded and initialised, which happens once per process, here. There is no cleanup, because
    /// other code in the process may use curl too.
    package static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}

/// A curl multi handle: the running exchanges and kept connections. Use it on one thread; only the waker may be used on
/// others.
@safe struct MultiHandle: ~Copyable {
    /// Wakes the thread that waits in `turn`. Must not outlive the handle.
    @safe struct Waker: Sendable {
        // chttp_loop_wake is the only function that may be called from any thread.
        fileprivate nonisolated(unsafe) let loop: OpaquePointer

        func wake() {
            unsafe chttp_loop_wake(loop)
        }
    }

    private let loop: OpaquePointer
    private let multi: UnsafeMutableRawPointer

    init?(_ settings: HTTPClientSettings) {
        guard CurlLibrary.isReady, let loop = unsafe chttp_loop_make() else { return nil }
        unsafe self.loop = unsafe loop
        unsafe multi = unsafe chttp_loop_multi(loop)
        unsafe chttp_set_multi_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, settings.connectionsPerHost)
        unsafe chttp_set_multi_number(multi, CURLMOPT_MAXCONNECTS, settings.idleConnections)
        // One exchange per connection, even over HTTP/2; otherwise a lost connection would lose the responses of
        // several.
        unsafe chttp_set_multi_number(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
    }

    /// All exchanges must have been removed.
    deinit {
        unsafe chttp_loop_free(loop)
    }

    var waker: Waker {
        unsafe Waker(loop: loop)
    }

    /// Adds an exchange. Returns whether curl accepted it.
    func add(_ easy: borrowing EasyHandle) -> Bool {
        unsafe curl_multi_add_handle(multi, easy.pointer) == CURLM_OK
    }

    func remove(_ easy: borrowing EasyHandle) {
        unsafe curl_multi_remove_handle(multi, easy.pointer)
    }

    /// Waits for work, a wake-up or the timeout, and lets curl do the work.
    func turn(milliseconds: Int32) {
        unsafe chttp_loop_turn(loop, milliseconds)
    }

    /// Returns the next finished exchange and its result code.
    func nextFinished() -> (id: EasyHandle.ID, code: CURLcode)? {
        var code = CURLE_OK
        guard let easy = unsafe chttp_next_ended(multi, &code) else { return nil }
        return (unsafe EasyHandle.ID(easy), code)
    }
}
