import ControlAPI
import Domain
import Words

/// `textify status --check`: prints one line and exits like a monitoring plugin. The first word is the same in every
/// language, because monitoring tools match it.
enum StatusCheck {
    /// Returns when the service is healthy; throws the exit code otherwise.
    static func run(_ session: ControlSession) async throws(CommandFailure) {
        let status: Status
        do throws(CommandFailure) {
            // Shorter than the timeout of monitoring tools.
            status = try await StatusCommand.fetch(session, within: .seconds(8))
        } catch {
            try tell("UNREACHABLE: \(error.text ?? session.words.noAnswer)", session)
            throw CommandFailure(exit: .unreachable, text: nil)
        }
        try tell(line(status, session.words), session)
        if let exit = exit(status) { throw CommandFailure(exit: exit, text: nil) }
    }

    private static func tell(_ line: String, _ session: ControlSession) throws(CommandFailure) {
        if !session.isQuiet { try CommandOutput.standard(TerminalText.line(line) + "\n") }
    }

    /// The worst reason, and the number of further ones.
    static func line(_ status: Status, _ words: Wording) -> String {
        guard let reason = status.health.reasons.first else {
            return "OK: \(work(status.jobs, words))"
        }
        let more = status.health.reasons.count - 1
        let rest = more > 0 ? words.moreReasons(more) : ""
        let detail = reason.detail.split(separator: "\n").joined(separator: " ")
        return "\(status.health.verdict.rawValue.uppercased()): \(detail)\(rest)"
    }

    private static func work(_ jobs: [String: Int], _ words: Wording) -> String {
        let ends: Set = ["done", "failed", "cancelled"]
        let open = jobs.reduce(0) { ends.contains($1.key) ? $0 : $0 + $1.value }
        return open == 0 ? words.nothingToDo : words.jobsOpen(open)
    }

    private static func exit(_ status: Status) -> ExitCode? {
        switch status.health.verdict {
        case .well: nil
        case .degraded: .degraded
        case .stopped: .stopped
        }
    }
}
