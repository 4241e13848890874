import Domain
import Glibc
import Loopback
import Synchronization
import Testing

@Suite("Backend outage", .ownThread)
struct OutageTests {
    /// How the server answers requests.
    private enum ServerBehavior {
        case broken, slow, fine
    }

    private final class ServerState: Sendable {
        let mood = Mutex(ServerBehavior.broken)
        let bought = Mutex(0)
    }

    @Test("a hundred prompts wait out refused connections, errors and rate limits, and are each bought once")
    func hundred() async throws {
        let state = ServerState()
        let studio = try FakeImagesServer(isOpen: false) { order in
            switch state.mood.withLock({ $0 }) {
            // 425 rejects a request before any work. After a gateway error the work may be done, which would leave the
            // jobs to a person.
            case .broken: return .status(425, text: "upstream is gone")
            case .slow: return .status(429, headers: [("Retry-After", "600")], text: "slow down")
            case .fine:
                state.bought.withLock { $0 += 1 }
                return FakeImagesServer.picture(order.number)
            }
        } other: { received in
            state.mood.withLock { $0 } == .broken
                ? .status(503, text: "upstream is gone") : FakeImagesServer.models(received)
        }
        let service = try Service(backends: studio.table("concurrency = 8"))
        for number in 0..<100 { try service.drop(prompt: "boat \(number)", "boat-\(number).txt") }
        let program = try service.serve()
        try program.wait(for: " job_accepted: ", 100)
        let refused = try status(service)
        #expect(refused.hasPrefix("backend_transient") && refused.contains("cannot connect to"), "\(refused)")
        // On a server the node has not claimed all of them yet.
        #expect(refused.contains(Service.usesServer ? " wait" : "100 wait"), "\(refused)")

        // A reload checks the backend at once; health checks follow at an interval.
        try studio.server.open()
        #expect(try service.textify("reload").code == 0)
        // The second request is sent after the answer to the first was read.
        _ = await studio.server.request(1)
        let broken = try status(service)
        #expect(broken.hasPrefix("backend_transient") && broken.contains("upstream is gone"), "\(broken)")

        state.mood.withLock { $0 = .slow }
        try program.wait(for: " warning backend_rate_limited: ")
        let slow = try status(service)
        #expect(slow.hasPrefix("backend_rate_limited") && slow.contains("is limiting requests"), "\(slow)")
        #expect(try service.jobs("failed").isEmpty)
        #expect(state.bought.withLock { $0 } == 0)

        // The server asks for ten minutes, which no test waits for; a reload retries at once.
        state.mood.withLock { $0 = .fine }
        #expect(try service.textify("reload").code == 0)
        let sync = try service.textify("sync")
        #expect(sync.code == 0, "\(sync.errors)")
        #expect(state.bought.withLock { $0 } == 100)
        #expect(studio.orders.count == 100)
        #expect(try service.jobs("done").count == 100)
        let outputs = try service.names(service.outbox)
        #expect(outputs.count == 300, "\(outputs)")
        #expect(try status(service).hasPrefix("ready"))
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }

    /// The backend's line of the status, without its name, and the health reasons about it.
    private func status(_ service: Service) throws -> String {
        let reply = try service.textify("status")
        #expect(reply.code == 0, "\(reply.errors)")
        let lines = reply.output.split(separator: "\n").filter { $0.hasPrefix("backend  studio") }
        try #require(lines.count == 1, "\(reply.output)")
        let reasons = reply.output.split(separator: "\n").filter { $0.hasPrefix("degraded") && $0.contains("studio") }
        return String(lines[0].dropFirst("backend  studio".count).drop { $0 == " " }) + reasons.joined()
    }
}
