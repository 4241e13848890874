internal import CHTTP
package import Domain

/// HTTP by libcurl: one thread carries any number of exchanges, connections are kept and used again.
///
/// A request that may cost money (POST, PATCH) goes out at most once. libcurl repeats a request by itself when a kept
/// connection ends before the first byte of an answer, even when the whole request had been sent
/// (`Curl_retry_request` in lib/transfer.c of 7.88.1: no byte received and `conn->bits.reuse`). Before each try curl
/// asks us: once a byte of such a request went out, the answer is no, and the asker hears that it was sent. It goes over
/// a kept connection only when that was idle for less than two seconds, and shares none: where a connection is lost, one
/// answer is lost.
///
/// Whether a byte of a request went out is told by what went out once a connection could carry it: bytes that asked a proxy
/// for a tunnel are none of it.
///
/// A body that has neither a length nor chunks ends with the connection; whether it was whole nobody can tell.
///
/// Proxies are taken from the usual environment variables, but never for a Unix socket or for this machine's own loopback;
/// a request may name its own. An answer may come compressed, but over a Unix socket. There is no netrc, no cookie and no way to switch verification of certificates off.
package final class HTTPClient: Sendable {
    private let queue: CommandQueue

    /// Starts the thread. Throws the system's number when it grants none.
    package init(_ settings: HTTPClientSettings) throws(HTTPFault) {
        guard let multi = MultiHandle(settings) else { throw HTTPFault(.other) }
        let queue = CommandQueue(waking: multi.waker)
        let loop = ExchangeLoop(multi, queue, settings)
        try LoopThread.start("http") { loop.run() }
        self.queue = queue
    }

    deinit {
        queue.close()
    }

    /// Sends the request and gives the whole answer, whatever its status. Cancelling the task ends the exchange; what
    /// it then throws says whether the server may have seen the request. Redirects are followed here, each a request of
    /// its own, so that its address, its proxy and its reach are judged like the first one's.
    package func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        var hop = request
        var left = request.follows ? request.redirects : 0
        var spent = Duration.zero
        while true {
            let response = try await answer(to: hop)
            guard request.follows, request.redirects > 0, let place = response.redirect else {
                return spent == .zero ? response : response.after(spent)
            }
            guard left > 0 else { throw hop.failure(.redirects, CURLE_TOO_MANY_REDIRECTS, response) }
            guard let next = HTTPAddress.redirect(to: place, from: hop.url), hop.mayLead(to: next) else {
                throw hop.failure(.malformed, CURLE_UNSUPPORTED_PROTOCOL, response)
            }
            left -= 1
            spent += response.timing.total
            hop.url = next
            hop.limits.total = max(.milliseconds(1), request.limits.total - spent)
        }
    }

    private func answer(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let ticket = Ticket()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.start(request, ticket, continuation)
            }
        } onCancel: {
            queue.cancel(ticket)
        }
        return try outcome.get()
    }

    /// Ends what runs, closes all connections, and returns when the thread is done. Later requests are refused.
    package func shutdown() async {
        queue.close()
        await queue.ended()
    }
}

extension HTTPRequest {
    /// A redirect could hand a secret header to another host.
    fileprivate var follows: Bool {
        (method == .get || method == .head) && body.isEmpty && !headers.contains(where: \.isSecret)
    }

    /// Only to http and https, and never from https to http.
    fileprivate func mayLead(to next: String) -> Bool {
        guard let here = try? HTTPAddress(url), let there = try? HTTPAddress(next) else { return false }
        return there.isEncrypted || !here.isEncrypted
    }

    fileprivate func failure(_ reason: HTTPFault.Reason, _ code: CURLcode, _ response: HTTPResponse) -> HTTPFailure {
        let host = (try? HTTPAddress(url))?.host ?? ""
        let fault = HTTPFault(reason, code: Int(code.rawValue))
        return .partialAnswer(host: host, fault, status: response.status, received: response.body.count)
    }
}

extension HTTPResponse {
    /// Where a redirect leads (RFC 9110, 15.4).
    fileprivate var redirect: String? {
        guard [301, 302, 303, 307, 308].contains(status), let place = header("Location"), !place.isEmpty else {
            return nil
        }
        return place
    }

    /// The same with the time that redirects took before it.
    fileprivate func after(_ spent: Duration) -> HTTPResponse {
        let times = HTTPTiming(
            connected: timing.connected, answered: spent + timing.answered, total: spent + timing.total)
        return HTTPResponse(status: status, headers: headers, body: body, timing: times)
    }
}
