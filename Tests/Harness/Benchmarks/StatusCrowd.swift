import ControlAPI
import ControlClient
import Domain
import PlatformHTTP
import Synchronization

/// Many who ask a service how it stands, each as soon as the last answer has come.
final class StatusCrowd: Sendable {
    struct Tally {
        var times: [Duration] = []
        var failures: [String] = []
    }

    private let client: ControlClient
    private let width: Int
    private let tally = Mutex(Tally())
    private let left: Atomic<Int>

    /// So many requests altogether, over `width` connections that stay open.
    init(socket: String, requests: Int, width: Int) throws {
        let settings = HTTPClientSettings(
            userAgent: "textify-bench", connectionsPerHost: width, idleConnections: width)
        let transport = try HTTPClient(settings)
        client = ControlClient(socket: socket) { request throws(HTTPFailure) in try await transport.perform(request) }
        self.width = width
        left = Atomic(requests)
    }

    var isDone: Bool { left.load(ordering: .relaxed) <= -width }
    var result: Tally { tally.withLock { $0 } }

    func start() {
        for _ in 0..<width { Task.detached { await self.ask() } }
    }

    private func ask() async {
        let clock = ContinuousClock()
        while left.subtract(1, ordering: .relaxed).oldValue > 0 {
            let start = clock.now
            do {
                let _: Status = try await client.get("/v1/status")
                tally.withLock { $0.times.append(clock.now - start) }
            } catch {
                tally.withLock { $0.failures.append("\(error)") }
            }
        }
    }
}
