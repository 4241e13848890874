internal import CThreads
internal import Glibc
internal import Synchronization

/// Starts threads for calls that block, so that neither the main actor nor the cooperative pool waits for them. All
/// signals are blocked in them, and 15 bytes of a name are kept by the kernel, which shows it in process listings.
package enum Thread {
    /// Starts a detached thread that ends with `body`.
    package static func start(_ name: String, _ body: sending @escaping () -> Void) throws(ThreadFailure) {
        try unsafe start(name, stack: 0, joinable: nil, body)
    }

    /// Runs `body` on a new thread with a stack of `stack` bytes, waits for it to end, and returns its result.
    package static func run<Answer: Sendable>(
        _ name: String, stack: Int, _ body: @escaping @Sendable () -> Answer
    ) throws(ThreadFailure) -> Answer {
        let answer = OnceTask(body)
        try JoinableThread(name, stack: stack) { answer.begin() }.join()
        return answer.finish()
    }

    fileprivate static func start(
        _ name: String, stack: Int, joinable: UnsafeMutablePointer<UInt64>?, _ body: sending @escaping () -> Void
    ) throws(ThreadFailure) {
        let context = unsafe Unmanaged.passRetained(Body(body))
        let code = unsafe cthreads_start(name, stack, joinable, entry, context.toOpaque())
        guard code == 0 else {
            unsafe context.release()
            throw ThreadFailure(code: code)
        }
    }

    private final class Body {
        let run: () -> Void

        init(_ run: @escaping () -> Void) {
            self.run = run
        }
    }

    private static let entry: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        guard let context = unsafe $0 else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
    }
}

/// A thread whose end can be waited for. It must be joined.
package struct JoinableThread: ~Copyable, Sendable {
    private let handle: UInt64

    /// `stack` is the stack's size in bytes; 0 means the default.
    package init(_ name: String, stack: Int = 0, _ body: sending @escaping () -> Void) throws(ThreadFailure) {
        var handle: UInt64 = 0
        try unsafe Thread.start(name, stack: stack, joinable: &handle, body)
        self.handle = handle
    }

    /// Waits for the thread to end, with everything it held released.
    package consuming func join() {
        cthreads_join(handle)
    }
}

/// The system grants no further thread.
package struct ThreadFailure: Error, Equatable {
    /// An errno.
    package let code: Int32
}

/// The processors that threads can run on.
package enum Processors {
    /// The number of online processors, at least 1.
    package static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

/// A counting semaphore. `wait` blocks the thread, so never call it in the cooperative pool.
@safe package final class Semaphore: Sendable {
    // A sem_t can be used from any thread between init and deinit, and never moves.
    private nonisolated(unsafe) let handle: UnsafeMutablePointer<sem_t>

    package init() {
        unsafe handle = UnsafeMutablePointer.allocate(capacity: 1)
        unsafe sem_init(handle, 0, 0)
    }

    deinit {
        unsafe sem_destroy(handle)
        unsafe handle.deallocate()
    }

    package func post() {
        unsafe sem_post(handle)
    }

    package func wait() {
        while unsafe sem_wait(handle) != 0 {}
    }

    /// Waits until `time`, on the clock of `now`; `nil` waits for ever. Returns `false` on timeout.
    @discardableResult
    package func wait(until time: Int64?) -> Bool {
        if let time { return unsafe cthreads_wait_until(handle, time) }
        wait()
        return true
    }

    /// CLOCK_MONOTONIC in nanoseconds. It can't be set, and stops while the machine is suspended.
    package static var now: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

extension Duration {
    /// The duration in nanoseconds, clamped to 0 … about 95 years.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return min(max(seconds, 0), 3_000_000_000) * 1_000_000_000 + max(attoseconds, 0) / 1_000_000_000
    }
}
