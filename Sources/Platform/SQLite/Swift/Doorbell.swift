internal import Glibc

/// A semaphore: one thread sleeps in `wait` until somebody rings. Rings are counted, none is lost.
@safe
package final class Doorbell: Sendable {
    // A semaphore may be used from every thread; its address is fixed and lives as long as the bell.
    private nonisolated(unsafe) let semaphore: UnsafeMutablePointer<sem_t>

    package init() {
        unsafe semaphore = .allocate(capacity: 1)
        unsafe sem_init(semaphore, 0, 0)
    }

    deinit {
        unsafe sem_destroy(semaphore)
        unsafe semaphore.deallocate()
    }

    package func ring() {
        unsafe sem_post(semaphore)
    }

    /// Blocks the calling thread.
    package func wait() {
        while unsafe sem_wait(semaphore) != 0, errno == EINTR {}
    }
}
