internal import CHTTP

/// curl's set of exchanges and kept connections. It belongs to one thread; only the waker may be used by others.
@safe struct MultiHandle: ~Copyable {
    /// Wakes the thread that waits in `wait`. Nobody may hold it longer than the handle lives.
    @safe struct Waker: Sendable {
        // curl_multi_wakeup is the one function that any thread may call.
        fileprivate nonisolated(unsafe) let multi: UnsafeMutableRawPointer

        func wake() {
            unsafe curl_multi_wakeup(multi)
        }
    }

    private let multi: UnsafeMutableRawPointer

    /// curl sets itself up for the process, once. That can't be taken back while others may use it too.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init?(_ settings: HTTPClientSettings) {
        guard Self.isReady, let multi = unsafe curl_multi_init() else { return nil }
        unsafe self.multi = unsafe multi
        unsafe chttp_set_multi_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, settings.connectionsPerHost)
        unsafe chttp_set_multi_number(multi, CURLMOPT_MAXCONNECTS, settings.idleConnections)
        // One exchange a connection, over HTTP/2 too: else the loss of one would lose the answers of all.
        unsafe chttp_set_multi_number(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
    }

    /// Every exchange was removed before.
    deinit {
        unsafe curl_multi_cleanup(multi)
    }

    var waker: Waker {
        unsafe Waker(multi: multi)
    }

    /// Whether curl took it.
    func add(_ easy: borrowing EasyHandle) -> Bool {
        unsafe curl_multi_add_handle(multi, easy.pointer) == CURLM_OK
    }

    func remove(_ easy: borrowing EasyHandle) {
        unsafe curl_multi_remove_handle(multi, easy.pointer)
    }

    /// Does what can be done without waiting.
    func perform() {
        var running: Int32 = 0
        unsafe curl_multi_perform(multi, &running)
    }

    /// Waits until there is something to do, somebody wakes, or the time is over; curl's own timers are kept.
    func wait(milliseconds: Int32) {
        unsafe curl_multi_poll(multi, nil, 0, milliseconds, nil)
    }

    /// The next exchange that ended, and how.
    func nextEnded() -> (id: EasyHandle.ID, code: CURLcode)? {
        var code = CURLE_OK
        guard let easy = unsafe chttp_next_ended(multi, &code) else { return nil }
        return (unsafe EasyHandle.ID(easy), code)
    }
}
