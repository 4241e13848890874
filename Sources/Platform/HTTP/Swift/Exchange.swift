internal import CHTTP
internal import Domain

/// A running request, on the client's thread.
final class Exchange {
    /// A reason to end an exchange before curl does.
    enum Interruption {
        case cancelled
        case stalled
        case stopped
    }

    let handoff: RequestHandoff
    let easy: EasyHandle
    private let request: HTTPRequest
    private let route: Route
    private let receiver: ResponseReceiver
    private let continuation: CheckedContinuation<CommandQueue.Outcome, Never>

    init(
        _ request: HTTPRequest, _ route: Route, _ handoff: RequestHandoff, _ settings: HTTPClientSettings,
        _ continuation: CheckedContinuation<CommandQueue.Outcome, Never>
    ) throws(HTTPFault) {
        let receiver = ResponseReceiver(request, isGuarded: route.isGuarded, mayPay: settings.mayPay)
        var easy = try EasyHandle()
        try easy.prepare(request, route, settings)
        try easy.set(receiver: receiver)
        self.handoff = handoff
        self.easy = easy
        self.request = request
        self.route = route
        self.receiver = receiver
        self.continuation = continuation
    }

    /// The time at which the exchange counts as stalled.
    var deadline: ContinuousClock.Instant? { receiver.deadline }

    /// Resumes the caller with the result. Called once, after curl released the handle.
    func end(_ code: CURLcode) {
        guard code == CURLE_OK else { return continuation.resume(returning: .failure(failure(code))) }
        // curl accepts a truncated header section as complete.
        guard receiver.isInBody else {
            return continuation.resume(returning: .failure(failure(HTTPFault(.closed))))
        }
        guard receiver.checkCompleteness() else { return continuation.resume(returning: .failure(failure(code))) }
        // A proxy that requires authentication has not forwarded the request (RFC 9110, 15.5.8). For a tunnel the
        // status would have arrived earlier.
        let status = easy.number(CURLINFO_RESPONSE_CODE)
        if status == 407, route.proxy != .direct, !route.address.isEncrypted {
            let fault = HTTPFault(.proxy, code: status)
            return continuation.resume(returning: .failure(.notSent(host: route.address.host, fault)))
        }
        let isNew = easy.number(CURLINFO_NUM_CONNECTS) > 0
        let connected = max(easy.time(CURLINFO_CONNECT_TIME_T), easy.time(CURLINFO_APPCONNECT_TIME_T))
        let timing = HTTPTiming(
            connected: isNew ? connected : .zero, answered: easy.time(CURLINFO_STARTTRANSFER_TIME_T),
            total: easy.time(CURLINFO_TOTAL_TIME_T))
        let response = HTTPResponse(
            status: status, headers: receiver.headers, body: receiver.body,
            timing: timing)
        continuation.resume(returning: .success(response))
    }

    /// Resumes the caller of an exchange that curl did not end.
    func end(_ interruption: Interruption) {
        let failure: HTTPFailure =
            switch interruption {
            case .cancelled: .cancelled(host: route.address.host, wasSent: wasSent)
            case .stalled: self.failure(HTTPFault(.stalled))
            case .stopped: self.failure(HTTPFault(.stopped))
            }
        continuation.resume(returning: .failure(failure))
    }

    /// Called after each turn of the loop while the exchange is still running.
    func endTurn() {
        receiver.endTurn()
    }

    /// Whether any byte of the request may have been sent.
    private var wasSent: Bool {
        receiver.wasSent(counting: easy.number(CURLINFO_REQUEST_SIZE))
    }

    /// The final response's status; `nil` before it arrives.
    private var status: Int? {
        let number = easy.number(CURLINFO_RESPONSE_CODE)
        return number >= 200 ? number : nil
    }

    private func failure(_ code: CURLcode) -> HTTPFailure {
        let limit = min(request.limits.headerBytes, HTTPLimits.maxHeaderBytes)
        // The connection that the request was sent on closed without a response.
        if receiver.isResendRefused {
            return .sentNoAnswer(host: route.address.host, HTTPFault(code: CURLE_GOT_NOTHING, wasSent: true))
        }
        if let scope = receiver.refusedScope, !wasSent {
            return .notSent(host: route.address.origin, HTTPFault(.inward, about: scope.name))
        }
        if receiver.isPaymentRefused, !wasSent { return failure(HTTPFault(.stopped)) }
        if receiver.isBroken { return failure(HTTPFault(code: CURLE_BAD_CONTENT_ENCODING, wasSent: true)) }
        switch (receiver.excess, code) {
        case (.headers, _): return .headersTooLarge(host: route.address.host, limit: limit)
        case (.body, _), (_, CURLE_FILESIZE_EXCEEDED):
            return .bodyTooLarge(host: route.address.host, status: status ?? 0, limit: request.limits.bodyBytes)
        // curl buffers a whole header line before delivering it, and reports this code for a line over 100 KiB.
        case (_, CURLE_OUT_OF_MEMORY) where wasSent && !receiver.isInBody:
            return .headersTooLarge(host: route.address.host, limit: limit)
        case _ where wasSent: return failure(HTTPFault(code: code, wasSent: true))
        default: return failure(route.unsent(code, tunnel: easy.number(CURLINFO_HTTP_CONNECTCODE)))
        }
    }

    private func failure(_ fault: HTTPFault) -> HTTPFailure {
        guard wasSent else { return .notSent(host: route.address.host, fault) }
        guard status != nil || receiver.headerBytes > 0 else { return .sentNoAnswer(host: route.address.host, fault) }
        return .partialAnswer(host: route.address.host, fault, status: status, received: receiver.body.count)
    }
}

extension HTTPFault {
    /// Maps a curl error code. Some codes have a different meaning before and after the request was sent.
    init(code: CURLcode, wasSent: Bool) {
        self.init(Self.reason(code, wasSent: wasSent), code: Int(code.rawValue))
    }

    private static func reason(_ code: CURLcode, wasSent: Bool) -> Reason {
        switch code {
        case CURLE_URL_MALFORMAT: .address
        case CURLE_UNSUPPORTED_PROTOCOL: wasSent ? .malformed : .address
        case CURLE_COULDNT_RESOLVE_HOST: .resolve
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxy
        case CURLE_SSL_CACERT_BADFILE: .trust
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED: .connect
        case CURLE_OPERATION_TIMEDOUT: .timeout
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2,
            CURLE_HTTP2_STREAM:
            .closed
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: .malformed
        case CURLE_TOO_MANY_REDIRECTS: .redirects
        case _ where encryption.contains(code): .tls
        default: .other
        }
    }

    static let encryption = [
        CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION,
        CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
        CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
        CURLE_SSL_ENGINE_INITFAILED,
    ]
}
