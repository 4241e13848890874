internal import CSQLite
internal import Glibc

/// Starts threads for blocking calls, so that neither the main actor nor the cooperative pool waits for the disk.
package enum WorkerThread {
    /// Starts a detached thread that ends with `body`. `name` (at most 15 bytes) is shown by `top -H`. All signals are
    /// blocked in it, so that they reach the main thread. Returns 0 or an errno.
    package static func start(_ name: String, _ body: sending @escaping () -> Void) -> Int32 {
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        defer { unsafe pthread_attr_destroy(&attributes) }
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let box = unsafe Unmanaged.passRetained(Body(name, body))
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, &attributes,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            }, box.toOpaque())
        if code != 0 { unsafe box.release() }
        return code
    }

    private final class Body {
        private let name: String
        private let body: () -> Void

        init(_ name: String, _ body: @escaping () -> Void) {
            self.name = name
            self.body = body
        }

        func run() {
            unsafe textify_name_thread(name)
            body()
        }
    }
}

/// A counting semaphore: one thread sleeps in `wait` until another calls `ring`. No call is lost.
@safe
package final class WakeupSemaphore: Sendable {
    // A sem_t can be used from any thread; its address is fixed during the lifetime of this object.
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
