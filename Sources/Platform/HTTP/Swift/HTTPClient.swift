public import Domain

/// HTTP by libcurl: one thread carries any number of exchanges, connections are kept and used again.
///
/// A request that may cost money (POST, PATCH) goes out at most once. libcurl repeats a request by itself when a kept
/// connection ends before the first byte of an answer, even when the whole request had been sent
/// (`Curl_retry_request` in lib/transfer.c of 7.88.1: no byte received and `conn->bits.reuse`). Before each try curl
/// asks us: once a byte of such a request went out, the answer is no, and the asker hears that it was sent. It goes over
/// a kept connection only when that was idle for less than two seconds, and shares none: where a connection is lost, one
/// answer is lost.
///
/// A body that has neither a length nor chunks ends with the connection; whether it was whole nobody can tell.
///
/// Proxies are taken from the usual environment variables as libcurl takes them, but never for a Unix socket or for
/// this machine's own loopback. There is no netrc, no cookie and no way to switch verification of certificates off.
public final class HTTPClient: Sendable {
    private let queue: CommandQueue

    /// Starts the thread. Throws the system's number when it grants none.
    public init(_ settings: HTTPClientSettings) throws(HTTPFault) {
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
    /// it then throws says whether the server may have seen the request.
    public func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
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
    public func shutdown() async {
        queue.close()
        await queue.ended()
    }
}
