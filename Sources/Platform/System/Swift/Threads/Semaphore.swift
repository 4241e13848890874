internal import CSystem
internal import Glibc

/// A counting semaphore between threads. It blocks its thread: never wait for it in the cooperative pool.
@safe final class Semaphore: Sendable {
    // A sem_t may be used by any thread, from init to deinit, and never moves.
    private nonisolated(unsafe) let handle: UnsafeMutablePointer<sem_t>

    init() {
        unsafe handle = UnsafeMutablePointer.allocate(capacity: 1)
        unsafe sem_init(handle, 0, 0)
    }

    deinit {
        unsafe sem_destroy(handle)
        unsafe handle.deallocate()
    }

    func post() {
        unsafe sem_post(handle)
    }

    func wait() {
        while unsafe sem_wait(handle) != 0 {}
    }

    /// Waits no longer than until `time`, as `now` tells it; `nil` is for ever. `false` when nobody posted until then.
    @discardableResult
    func wait(until time: Int64?) -> Bool {
        if let time { return unsafe csys_wait_until(handle, time) }
        wait()
        return true
    }

    /// Nanoseconds of a clock that nobody sets, and that stands still while the machine sleeps.
    static var now: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
