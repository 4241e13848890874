package import Domain
internal import Synchronization

/// Runs a program once and collects its standard output, within limits on time and size.
package struct OneShotCommand<C: Clock<Duration>>: Sendable {
    /// A program's standard output, and how the program ended.
    package struct Output: Equatable, Sendable {
        package let bytes: [UInt8]
        package let ending: TerminationStatus
    }

    package enum Failure: Error, Equatable, Sendable {
        case notStarted(FileFailure)
        /// The program was killed because it ran longer than this.
        case late(Duration)
        /// The program was killed because its output exceeded `limit` bytes.
        case tooLong(limit: Int)
    }

    private let runner: any ProcessRunner
    private let clock: C
    private let time: Duration
    private let limit: Int

    /// Limits each run to `time` and to `limit` bytes of standard output. Standard error is discarded.
    package init(_ runner: any ProcessRunner, clock: C, time: Duration, limit: Int) {
        self.runner = runner
        self.clock = clock
        self.time = time
        self.limit = limit
    }

    /// Runs the program with `input` as its standard input until it ends. Cancelling the task kills the program.
    package func run(_ order: ChildConfiguration, input: [UInt8] = []) async throws(Failure) -> Output {
        let (events, continuation) = AsyncStream.makeStream(of: ChildEvent.self)
        let child: any ChildProcess
        do throws(FileFailure) {
            child = try await runner.start(order) { event in
                continuation.yield(event)
                if case .ended = event { continuation.finish() }
            }
        } catch {
            throw .notStarted(error)
        }
        if !input.isEmpty { child.send(input) }
        child.finish()
        let enforcer = LimitEnforcer(child)
        let output = await withTaskGroup(of: Void.self) { [clock, time, limit] group in
            group.addTask {
                // This task is cancelled when the program ends. If the caller is cancelled instead, the sleep returns
                // early and the program is killed.
                try? await clock.sleep(for: time)
                enforcer.kill(for: .time)
            }
            let output = await Self.output(of: events, limit, enforcer)
            group.cancelAll()
            return output
        }
        guard let output else { throw enforcer.excess == .bytes ? .tooLong(limit: limit) : .late(time) }
        return output
    }

    /// Collects the output. Returns `nil` if the program was killed for exceeding a limit.
    private static func output(
        of events: AsyncStream<ChildEvent>, _ limit: Int, _ enforcer: LimitEnforcer
    ) async -> Output? {
        var bytes: [UInt8] = []
        var isWhole = true
        for await event in events {
            switch event {
            case .output(let more):
                isWhole = isWhole && more.count <= limit - bytes.count
                if isWhole { bytes += more } else { enforcer.kill(for: .bytes) }
            case .errors: break
            case .ended(.signal(9)) where enforcer.excess != nil: return nil
            case .ended(let ending): return isWhole ? Output(bytes: bytes, ending: ending) : nil
            }
        }
        return nil
    }
}

/// Kills a program that exceeds a limit, and remembers the first limit exceeded.
private final class LimitEnforcer: Sendable {
    enum Excess {
        case time
        case bytes
    }

    private let child: any ChildProcess
    private let first = Mutex<Excess?>(nil)

    init(_ child: any ChildProcess) {
        self.child = child
    }

    /// The limit that was exceeded first, `nil` if none was.
    var excess: Excess? { first.withLock { $0 } }

    func kill(for excess: Excess) {
        first.withLock { $0 = $0 ?? excess }
        child.signal(.kill)
    }
}
