import ControlAPI
import Domain

/// `textify status --check`: one line and an exit code, as monitoring plugins have them.
enum StatusCheck {
    /// Ends with success when all is well; throws the exit code of anything else.
    static func run(_ session: ControlSession) async throws(CommandFailure) {
        let status: Status
        do throws(CommandFailure) { status = try await StatusCommand.fetch(session) } catch {
            try CommandOutput.standard("UNREACHABLE: \(error.text ?? "no answer")\n")
            throw CommandFailure(exit: .unreachable, text: nil)
        }
        try CommandOutput.standard(line(status) + "\n")
        if let exit = exit(status) { throw CommandFailure(exit: exit, text: nil) }
    }

    /// The worst reason, and how many more there are.
    private static func line(_ status: Status) -> String {
        guard let reason = status.health.reasons.first else {
            return "OK: \(work(status.jobs))"
        }
        let more = status.health.reasons.count - 1
        let rest = more > 0 ? " (\(more) more: textify status)" : ""
        let detail = reason.detail.split(separator: "\n").joined(separator: " ")
        return "\(status.health.verdict.rawValue.uppercased()): \(detail)\(rest)"
    }

    private static func work(_ jobs: [String: Int]) -> String {
        let ends: Set = ["done", "failed", "cancelled"]
        let open = jobs.reduce(0) { ends.contains($1.key) ? $0 : $0 + $1.value }
        return open == 0 ? "nothing to do" : "\(open) \(open == 1 ? "job" : "jobs") open"
    }

    private static func exit(_ status: Status) -> ExitCode? {
        switch status.health.verdict {
        case .well: nil
        case .degraded: .degraded
        case .stopped: .stopped
        }
    }
}
