import ControlAPI
import Domain

/// A failure as a problem document (RFC 9457), like the service's own, with the exit code added.
struct CommandProblem: Encodable {
    private let type = "about:blank"
    private let title: String
    /// The HTTP status; present only for problems reported by the service.
    private let status: Int?
    private let code: String
    /// What happened, to what, why, and what to do.
    private let detail: String
    private let exit: Int32
    private let errors: [Problem.Field]?
    private let jobs: [JobSummary]?
    private let candidates: [String]?

    /// `nil` when the failure has no message.
    init?(_ failure: CommandFailure) {
        guard let text = failure.text else { return nil }
        let problem = failure.problem
        let (word, phrase) = Self.words(failure.exit)
        title = problem?.title ?? phrase
        status = problem?.status
        code = problem?.code ?? failure.code ?? word
        detail = problem?.detail ?? text
        exit = failure.exit.rawValue
        errors = problem?.errors
        jobs = problem?.jobs
        candidates = problem?.candidates
    }

    private static func words(_ exit: ExitCode) -> (code: String, title: String) {
        switch exit {
        case .ok: ("ok", "OK")
        case .degraded: ("degraded", "Degraded")
        case .stopped: ("stopped", "Stopped")
        case .unreachable: ("unreachable", "Unreachable")
        case .usage: ("usage", "Wrong Usage")
        case .data: ("data", "Unusable Data")
        case .noInput: ("no_input", "Not Found")
        case .unavailable: ("unavailable", "Service Unavailable")
        case .software: ("software", "Internal Error")
        case .system: ("system", "System Error")
        case .cannotCreate: ("cannot_create", "Not Created")
        case .io: ("io", "I/O Failed")
        case .tryAgain: ("try_again", "Try Later")
        case .noPermission: ("no_permission", "Not Allowed")
        case .configuration: ("configuration", "Wrong Configuration")
        }
    }
}
