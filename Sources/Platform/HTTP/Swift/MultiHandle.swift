internal import CHTTP

/// curl's set of exchanges and kept connections. It belongs to one thread; only the waker may be used by others.
@safe struct MultiHandle: ~Copyable {
    /// Wakes the thread that waits in `turn`. Nobody may hold it longer than the handle lives.
    @safe struct Waker: Sendable {
        // chttp_loop_wake is the one function that any thread may call.
        fileprivate nonisolated(unsafe) let loop: OpaquePointer

        func wake() {
            unsafe chttp_loop_wake(loop)
        }
    }

    private let loop: OpaquePointer
    private let multi: UnsafeMutableRawPointer

    /// curl sets itself up for the process, once. That can't be taken back while others may use it too.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    init?(_ settings: HTTPClientSettings) {
        guard Self.isReady, let loop = unsafe chttp_loop_make() else { return nil }
        unsafe self.loop = unsafe loop
        unsafe multi = unsafe chttp_loop_multi(loop)
        unsafe chttp_set_multi_number(multi, CURLMOPT_MAX_HOST_CONNECTIONS, settings.connectionsPerHost)
        unsafe chttp_set_multi_number(multi, CURLMOPT_MAXCONNECTS, settings.idleConnections)
        // One exchange a connection, over HTTP/2 too: else the loss of one would lose the answers of all.
        unsafe chttp_set_multi_number(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING))
    }

    /// Every exchange was removed before.
    deinit {
        unsafe chttp_loop_free(loop)
    }

    var waker: Waker {
        unsafe Waker(loop: loop)
    }

    /// Whether curl took it.
    func add(_ easy: borrowing EasyHandle) -> Bool {
        unsafe curl_multi_add_handle(multi, easy.pointer) == CURLM_OK
    }

    func remove(_ easy: borrowing EasyHandle) {
        unsafe curl_multi_remove_handle(multi, easy.pointer)
    }

    /// Waits until there is something to do, somebody wakes, or the time is over, and does it.
    func turn(milliseconds: Int32) {
        unsafe chttp_loop_turn(loop, milliseconds)
    }

    /// The next exchange that ended, and how.
    func nextEnded() -> (id: EasyHandle.ID, code: CURLcode)? {
        var code = CURLE_OK
        guard let easy = unsafe chttp_next_ended(multi, &code) else { return nil }
        return (unsafe EasyHandle.ID(easy), code)
    }
}
