internal import CHTTP
internal import Domain

/// One request on its way, on the client's thread.
final class Exchange {
    /// Why an exchange ends that curl did not end.
    enum Interruption {
        case cancelled
        case stalled
        case stopped
    }

    let ticket: Ticket
    let easy: EasyHandle
    private let request: HTTPRequest
    private let route: Route
    private let reception: Reception
    private let continuation: CheckedContinuation<CommandQueue.Outcome, Never>

    init(
        _ request: HTTPRequest, _ route: Route, _ ticket: Ticket, _ settings: HTTPClientSettings,
        _ continuation: CheckedContinuation<CommandQueue.Outcome, Never>
    ) throws(HTTPFault) {
        let reception = Reception(request, isGuarded: route.isGuarded)
        var easy = try EasyHandle()
        try easy.prepare(request, route, settings)
        try easy.set(reception: reception)
        self.ticket = ticket
        self.easy = easy
        self.request = request
        self.route = route
        self.reception = reception
        self.continuation = continuation
    }

    /// When it will have been silent for too long.
    var deadline: ContinuousClock.Instant? { reception.deadline }

    /// Answers the asker. Called once, after curl let the handle go.
    func end(_ code: CURLcode) {
        guard code == CURLE_OK else { return continuation.resume(returning: .failure(failure(code))) }
        // curl takes a header that breaks off for the whole of it.
        guard reception.isInBody else {
            return continuation.resume(returning: .failure(failure(HTTPFault(.closed))))
        }
        guard reception.endsWhole() else { return continuation.resume(returning: .failure(failure(code))) }
        // A proxy that wants a password has handed nothing on (RFC 9110, 15.5.8); a tunnel's would have come before.
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
            status: status, headers: reception.headers, body: reception.body,
            timing: timing)
        continuation.resume(returning: .success(response))
    }

    /// The same for what curl did not end.
    func end(_ interruption: Interruption) {
        let failure: HTTPFailure =
            switch interruption {
            case .cancelled: .cancelled(host: route.address.host, wasSent: wasSent)
            case .stalled: self.failure(HTTPFault(.stalled))
            case .stopped: self.failure(HTTPFault(.stopped))
            }
        continuation.resume(returning: .failure(failure))
    }

    /// curl has done what there was to do for now, and this exchange goes on.
    func endTurn() {
        reception.endTurn()
    }

    /// Whether a byte of the request may have gone out.
    private var wasSent: Bool {
        reception.wasSent(counting: easy.number(CURLINFO_REQUEST_SIZE))
    }

    /// The final status line's number, `nil` before one came.
    private var status: Int? {
        let number = easy.number(CURLINFO_RESPONSE_CODE)
        return number >= 200 ? number : nil
    }

    private func failure(_ code: CURLcode) -> HTTPFailure {
        let limit = min(request.limits.headerBytes, HTTPLimits.mostHeaderBytes)
        // The connection that it went out over ended without a byte.
        if reception.isHeldBack {
            return .sentNoAnswer(host: route.address.host, HTTPFault(code: CURLE_GOT_NOTHING, wasSent: true))
        }
        if let scope = reception.inward, !wasSent {
            return .notSent(host: route.address.origin, HTTPFault(.inward, about: scope.name))
        }
        if reception.isBroken { return failure(HTTPFault(code: CURLE_BAD_CONTENT_ENCODING, wasSent: true)) }
        switch (reception.excess, code) {
        case (.headers, _): return .headersTooLarge(host: route.address.host, limit: limit)
        case (.body, _), (_, CURLE_FILESIZE_EXCEEDED):
            return .bodyTooLarge(host: route.address.host, status: status ?? 0, limit: request.limits.bodyBytes)
        // curl holds one line whole before it shows it, and says this of a line over 100 KiB.
        case (_, CURLE_OUT_OF_MEMORY) where wasSent && !reception.isInBody:
            return .headersTooLarge(host: route.address.host, limit: limit)
        case _ where wasSent: return failure(HTTPFault(code: code, wasSent: true))
        default: return failure(route.unsent(code, tunnel: easy.number(CURLINFO_HTTP_CONNECTCODE)))
        }
    }

    private func failure(_ fault: HTTPFault) -> HTTPFailure {
        guard wasSent else { return .notSent(host: route.address.host, fault) }
        guard status != nil || reception.headerBytes > 0 else { return .sentNoAnswer(host: route.address.host, fault) }
        return .partialAnswer(host: route.address.host, fault, status: status, received: reception.body.count)
    }
}
