#if compiler(>=6.3) && compiler(<6.4)
@_spi(ExperimentalCustomExecutors) internal import _Concurrency

/// The executors of a program that runs for long. The platform's own wake its processor every second for nothing, and
/// hand each piece of work of the main actor through two queues.
///
/// The interface is one of this compiler: with others the platform's executors stay.
package enum OwnExecutors {
    private enum Factory: ExecutorFactory {
        private static let loop = MainLoop()
        private static let pool = TaskPool(threads: max(2, ProcessFigures.processors))

        static var mainExecutor: any MainExecutor { loop }
        static var defaultExecutor: any TaskExecutor { pool }

        static func run() -> Never {
            // It is never stopped.
            while true { loop.run() }
        }
    }

    /// Runs a program on them: `body` on the main actor, which is the calling thread. Call it once, on the main thread,
    /// before anything asynchronous has begun; `body` ends the process.
    package static func run(_ body: @escaping @MainActor @Sendable () async -> Never) -> Never {
        _createExecutors(factory: Factory.self)
        Task { @MainActor in await body() }
        Factory.run()
    }
}
#endif
