import ControlAPI
import ControlClient
import Domain
import PlatformSystem

/// Shows a waiting job's progress on one line of the terminal, updated with every event.
struct SubmitProgress {
    let session: ControlSession
    let id: String
    let deadline: ContinuousClock.Instant

    /// Returns the job when it has settled or the deadline has passed.
    func run() async throws(CommandFailure) -> JobSummary {
        let stream = try EventStream(socket: try session.socket(), words: session.words)
        // Fetched after subscribing to the events, so that no change is missed.
        var job = try await summary()
        show(job.state, job.detail)
        while !Self.rests.contains(job.state), let event = try stream.next(until: deadline) {
            guard let told = try? ControlJSON.decode(ServiceEvent.self, from: Array(event.data.utf8)), told.job == id
            else { continue }
            // A job that had settled at the event may have continued since, so it is fetched again.
            if told.state.map(Self.rests.contains) != false { job = try await summary() }
            show(told.state ?? job.state, told.detail)
        }
        try? StandardStream.error.write(Self.clear)
        return try await summary()
    }

    /// The states in which a job has ended or continues only after a person's decision.
    private static let rests: Set = ["done", "failed", "cancelled", "held", "unknown"]
    private static let clear = TerminalText(order: "\r\u{1B}[K")

    private func summary() async throws(CommandFailure) -> JobSummary {
        let path = "/v1/jobs/" + QueryString.escaped(id)
        let job = try await session.asking { client throws(ControlClientFailure) in
            try await client.get(path, as: JobDetail.self)
        }
        return job.summary
    }

    /// One column is left free: in some terminals a cursor after the last column starts a new line.
    private var columns: Int { (TerminalSize(of: .error)?.columns ?? 79) - 1 }

    private func show(_ state: String, _ detail: String?) {
        let line = TerminalText.line("\(JobLines.short(id)) \(state)" + (detail.map { ": " + $0 } ?? ""))
        try? StandardStream.error.write(Self.clear + TerminalText(CellText.shortened(line, columns)))
    }
}
