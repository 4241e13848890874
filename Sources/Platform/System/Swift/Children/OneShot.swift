package import Domain
internal import Synchronization

/// Runs a program once and gathers what it says.
package struct OneShot<C: Clock<Duration>>: Sendable {
    /// What a program said, and how it ended.
    package struct Output: Equatable, Sendable {
        package let bytes: [UInt8]
        package let ending: ChildEnding

        package init(bytes: [UInt8], ending: ChildEnding) {
            self.bytes = bytes
            self.ending = ending
        }
    }

    package enum Failure: Error, Equatable, Sendable {
        case notStarted(FileFailure)
        /// It was killed: it took longer than this.
        case late(Duration)
        /// It was killed: it said more than so many bytes.
        case tooLong(limit: Int)
    }

    private let runner: any ProcessRunner
    private let clock: C
    private let time: Duration
    private let limit: Int

    /// A program may take `time` and say `limit` bytes on its standard output; its standard error is not kept.
    package init(_ runner: any ProcessRunner, clock: C, time: Duration, limit: Int) {
        self.runner = runner
        self.clock = clock
        self.time = time
        self.limit = limit
    }

    /// Returns once the program has ended. It gets no input. Cancelling the task kills it.
    package func run(_ order: ChildOrder) async throws(Failure) -> Output {
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
        child.finish()
        let watch = Watch(child)
        let output = await withTaskGroup(of: Void.self) { [clock, time, limit] group in
            group.addTask {
                // Cancelled with the program's end; cancelled from outside, the program has no more time either.
                try? await clock.sleep(for: time)
                watch.end(.time)
            }
            let output = await Self.gathered(events, limit, watch)
            group.cancelAll()
            return output
        }
        guard let output else { throw watch.excess == .bytes ? .tooLong(limit: limit) : .late(time) }
        return output
    }
}

/// Ends a program that goes too far.
private final class Watch: Sendable {
    enum Excess {
        case time
        case bytes
    }

    private let child: any ChildProcess
    private let why = Mutex<Excess?>(nil)

    init(_ child: any ChildProcess) {
        self.child = child
    }

    /// What it was ended for first.
    var excess: Excess? { why.withLock { $0 } }

    func end(_ excess: Excess) {
        why.withLock { $0 = $0 ?? excess }
        child.signal(.kill)
    }
}

extension OneShot {
    /// `nil` when it did not end by itself.
    private static func gathered(
        _ events: AsyncStream<ChildEvent>, _ limit: Int, _ watch: Watch
    ) async -> Output? {
        var bytes: [UInt8] = []
        var isWhole = true
        for await event in events {
            switch event {
            case .output(let more):
                isWhole = isWhole && more.count <= limit - bytes.count
                if isWhole { bytes += more } else { watch.end(.bytes) }
            case .errors: break
            case .ended(.signal(9)) where watch.excess != nil: return nil
            case .ended(let ending): return isWhole ? Output(bytes: bytes, ending: ending) : nil
            }
        }
        return nil
    }
}
