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
}
