import ControlAPI
import ControlClient
import Domain
import PlatformHTTP
import Synchronization

/// Asks a service how it stands, again and again and one at a time, until so many jobs are done.
final class StatusPoll: Sendable {
    private struct Tally {
        var times: [Duration] = []
        var isDone = false
    }

    private let client: ControlClient
    private let isEnough: @Sendable (Status) -> Bool
    private let pause: Duration
    private let tally = Mutex(Tally())

    /// `socket` need not be there yet. `pause` lies between an answer and the next question.
    convenience init(socket: String, until count: Int, pause: Duration = .zero) throws {
        try self.init(socket: socket, pause: pause) { $0.jobs["done"] == count }
    }

    /// Until an answer is enough.
    init(socket: String, pause: Duration = .zero, until isEnough: @escaping @Sendable (Status) -> Bool) throws {
        let transport = try HTTPClient(HTTPClientSettings(userAgent: "textify-bench"))
        client = ControlClient(socket: socket) { request throws(HTTPFailure) in
            try await transport.perform(request)
        }
        self.isEnough = isEnough
        self.pause = pause
    }

    /// How long each answer took, shortest first; none when the service went away.
    var times: [Duration] { tally.withLock { $0.isDone ? $0.times.sorted() : [] } }

    /// Blocks until the jobs are done. Gives up a minute after the last answer.
    func run() throws(FileFailure) {
        try Awaiting.run { [self] in
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
