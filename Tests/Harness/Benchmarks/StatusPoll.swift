import ControlAPI
import ControlClient
import Domain
import Glibc
import PlatformHTTP
import Synchronization

/// Polls a service's status, one request at a time, until a given number of jobs is done.
final class StatusPoll: Sendable {
    private struct Tally {
        var times: [Duration] = []
        var isDone = false
    }

    private let client: ControlClient
    private let isEnough: @Sendable (Status) -> Bool
    private let pause: Duration
    private let tally = Mutex(Tally())

    /// The socket may not exist yet. `pause` is the time between an answer and the next request.
    convenience init(socket: String, until count: Int, pause: Duration = .zero) throws {
        try self.init(socket: socket, pause: pause) { $0.jobs["done"] == count }
    }

    /// Polls until `isEnough` accepts an answer.
    init(socket: String, pause: Duration = .zero, until isEnough: @escaping @Sendable (Status) -> Bool) throws {
        let transport = try HTTPClient(HTTPClientSettings(userAgent: "textify-bench"))
        client = ControlClient(socket: socket) { request throws(HTTPFailure) in
            try await transport.perform(request)
        }
        self.isEnough = isEnough
        self.pause = pause
    }

    /// The latency of each request, shortest first. Empty if the service went away.
    var times: [Duration] { tally.withLock { $0.isDone ? $0.times.sorted() : [] } }

    /// Blocks until the condition holds. Gives up one minute after the last answer.
    func run() throws(FileFailure) {
        try AsyncRunner.run { [self] in
            let clock = ContinuousClock()
            var last = clock.now
            while clock.now - last < .seconds(60) {
                let start = clock.now
                guard let status: Status = try? await client.get("/v1/status") else { continue }
                last = clock.now
                let isDone = isEnough(status)
                tally.withLock { tally in
                    tally.times.append(last - start)
                    tally.isDone = isDone
                }
                if isDone { return }
                if pause > .zero { try? await clock.sleep(for: pause) }
            }
        }
    }
}

/// Runs async work to its end from the main thread, which does the measuring.
enum AsyncRunner {
    /// Blocks until `work` has finished.
    static func run(_ work: @escaping @Sendable () async -> Void) throws(FileFailure) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw .failed(code: Errno(errno)) }
        let (reading, writing) = (ends[0], ends[1])
        Task.detached {
            await work()
            close(writing)
        }
        var byte: UInt8 = 0
        while read(reading, &byte, 1) < 0, errno == EINTR {}
        close(reading)
    }

    /// Blocks until `work` has returned its answer.
    static func answer<Answer: Sendable>(
        of work: @escaping @Sendable () async -> Answer
    ) throws(FileFailure) -> Answer {
        let kept = Kept<Answer>()
        try run { kept.put(await work()) }
        guard let answer = kept.answer.withLock({ $0 }) else { throw .failed(code: .io) }
        return answer
    }

    private final class Kept<Answer: Sendable>: Sendable {
        let answer = Mutex<Answer?>(nil)

        func put(_ value: Answer) { answer.withLock { $0 = value } }
    }
}
