internal import CHTTP
package import Domain
internal import Glibc
internal import PlatformConcurrency

/// An HTTP client on libcurl. One thread carries any number of exchanges; connections are kept alive and reused.
///
/// A request that may cost money (POST, PATCH) is sent at most once. By itself libcurl resends a request when a reused
/// connection closes before the first byte of a response, even if the whole request had been sent (`Curl_retry_request`
/// in lib/transfer.c of 7.88.1: no byte received and `conn->bits.reuse`). curl calls back before each attempt; once any
/// byte of such a request has been sent, the callback aborts it and the caller learns that it was sent. Such a request
/// uses a kept connection only if that was idle for less than two seconds, and never shares a connection, so that a
/// lost connection loses only one response.
///
/// Whether a byte of the request was sent is determined from curl's byte count since the connection could carry the
/// request. Bytes that asked a proxy for a tunnel don't count.
///
/// A response body with neither a length nor chunked encoding ends with the connection; truncation can't be detected.
///
/// Proxies come from the usual environment variables, but never for a Unix socket or the loopback address; a request
/// can name its own. Responses may be compressed, except over a Unix socket. netrc and cookies are not supported, and
/// certificate verification can't be disabled.
package final class HTTPClient: Sendable {
    private let queue: CommandQueue

    /// Starts the thread. Throws `.other`, with the errno, if the system grants none.
    package init(_ settings: HTTPClientSettings) throws(HTTPFault) {
        guard let multi = MultiHandle(settings) else { throw HTTPFault(.other) }
        let queue = CommandQueue(waking: multi.waker)
        let loop = ExchangeLoop(multi, queue, settings)
        do throws(ThreadFailure) {
            try Thread.start("http") { loop.run() }
        } catch {
            throw HTTPFault(.other, code: Int(error.code))
        }
        self.queue = queue
    }

    deinit {
        queue.close()
    }

    /// Sends the request and returns the complete response, whatever its status. Cancelling the task ends the exchange;
    /// the error then says whether the server may have received the request. Redirects are followed here as separate
    /// requests, so that each one's address, proxy and reach are checked like the first one's.
    package func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        var hop = request
        var left = request.redirects
        var spent = Duration.zero
        while true {
            let response = try await answer(to: hop)
            guard request.followsRedirects, request.redirects > 0, let location = response.redirect else {
                return spent == .zero ? response : response.after(spent)
            }
            guard left > 0 else { throw hop.failure(.redirects, CURLE_TOO_MANY_REDIRECTS, response) }
            guard let next = HTTPAddress.redirect(to: location, from: hop.url), hop.mayLead(to: next) else {
                throw hop.failure(.malformed, CURLE_UNSUPPORTED_PROTOCOL, response)
            }
            left -= 1
            spent += response.timing.total
            hop.url = next
            hop.limits.total = max(.milliseconds(1), request.limits.total - spent)
        }
    }

    private func answer(to request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let handoff = RequestHandoff()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.start(request, handoff, continuation)
            }
        } onCancel: {
            queue.cancel(handoff)
        }
        return try outcome.get()
    }

    /// Ends running exchanges, closes all connections and waits for the thread to end. Later requests are refused.
    package func shutdown() async {
        queue.close()
        await queue.ended.wait()
    }
}

extension HTTPRequest {
    /// Whether redirects of this request are followed. Requests with a secret header are excluded: a redirect could
    /// pass it on to another host.
    fileprivate var followsRedirects: Bool {
        (method == .get || method == .head) && body.isEmpty && !headers.contains(where: \.isSecret)
    }

    /// Whether a redirect to this URL is allowed: only to http or https, and never from https to http.
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
    /// The target of a redirect (RFC 9110, 15.4).
    fileprivate var redirect: String? {
        guard [301, 302, 303, 307, 308].contains(status), let location = header("Location"), !location.isEmpty
        else { return nil }
        return location
    }

    /// Returns this response with the time of earlier redirects added to its timing.
    fileprivate func after(_ spent: Duration) -> HTTPResponse {
        let times = HTTPTiming(
            connected: timing.connected, answered: spent + timing.answered, total: spent + timing.total)
        return HTTPResponse(status: status, headers: headers, body: body, timing: times)
    }
}

/// The settings that all requests of a client share.
package struct HTTPClientSettings: Sendable {
    /// Such as `textifyd/1.0`.
    package var userAgent: String
    /// Further requests to the same host and port wait for a free connection.
    package var connectionsPerHost = 16
    /// The maximum number of idle connections kept for reuse.
    package var idleConnections = 32
    /// The longest time in seconds that a connection may have been idle to be reused for a request that may cost money.
    var paidIdleSeconds = 1
    /// A PEM file with the certificates to trust instead of the system's, for requests that don't name one.
    package var caFile: String?
    /// The proxies for requests that don't name one.
    package var proxies = ProxyRules.ofProcess
    /// Asked just before the first byte of a request that may cost money: `false` keeps it from being sent.
    package var mayPay: @Sendable () -> Bool = { true }
}

extension HTTPClientSettings {
    package init(userAgent: String) {
        self.init(userAgent: userAgent, caFile: nil)
    }
}

extension ProxyRules {
    /// The proxy rules from the process's environment.
    fileprivate static var ofProcess: ProxyRules {
        var found: [String: String] = [:]
        for name in variables {
            if let value = unsafe getenv(name) { found[name] = unsafe String(cString: value) }
        }
        return ProxyRules(environment: found)
    }
}
