internal import CSQLite
internal import Glibc

/// A thread of its own for calls that block, so that neither the main actor nor the cooperative pool waits for a disk.
package enum WorkerThread {
    /// Starts a detached thread that ends with `body`. `name` (at most 15 bytes) is what `top -H` shows.
    /// Every signal is blocked in it, so that signals reach the main thread. Returns the errno, 0 when it runs.
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
