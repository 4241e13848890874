import ControlAPI
import ControlClient
import Domain
import PlatformSystem

/// What is told of a job while it is waited for: one line on the terminal, anew with every event.
struct SubmitProgress {
    let session: ControlSession
    let id: String
    let deadline: ContinuousClock.Instant

    /// Returns the job as it stands when it is at rest, or when the time is over.
    func run() async throws(CommandFailure) -> JobSummary {
        let stream = try EventStream(socket: try session.socket(), words: session.words)
        // Looked at once the events are listened to: nothing falls in between.
        var job = try await summary()
        show(job.state, job.detail)
        while !Self.rests.contains(job.state), let event = try stream.next(until: deadline) {
            guard let told = try? ControlJSON.decode(ServiceEvent.self, from: Array(event.data.utf8)), told.job == id
            else { continue }
            // What rests by its event may go on by now: that is looked at.
            if told.state.map(Self.rests.contains) != false { job = try await summary() }
            show(told.state ?? job.state, told.detail)
        }
        try? StandardStream.error.write(Self.clear)
        return try await summary()
    }

    /// It has ended, or goes on only when a person says so.
    private static let rests: Set = ["done", "failed", "cancelled", "held", "unknown"]
    private static let clear = TerminalText(order: "\r\u{1B}[K")

    private func summary() async throws(CommandFailure) -> JobSummary {
        let path = "/v1/jobs/" + QueryString.escaped(id)
        let job = try await session.asking { client throws(ControlClientFailure) in
            try await client.get(path, as: JobDetail.self)
        }
        return job.summary
    }

    /// One less than there are: a cursor behind the last begins a new line in some terminals.
    private var columns: Int { (TerminalSize(of: .error)?.columns ?? 79) - 1 }

    private func show(_ state: String, _ detail: String?) {
        let line = TerminalText.line("\(JobLines.short(id)) \(state)" + (detail.map { ": " + $0 } ?? ""))
        try? StandardStream.error.write(Self.clear + TerminalText(CellText.shortened(line, columns)))
    }
}
