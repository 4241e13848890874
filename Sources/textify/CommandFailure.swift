import ControlAPI
import ControlClient
import Domain
import Glibc
import Words

/// A command's failure, with its exit code and message.
struct CommandFailure: Error {
    let exit: ExitCode
    /// The message for a person, without the program's name; `nil` prints nothing.
    let text: String?
    /// The stable machine-readable code; `nil` selects the exit code's own.
    var code: String?
    /// The service's problem document, if the service rejected the request.
    var problem: Problem?

    static func usage(_ text: String) -> CommandFailure {
        CommandFailure(exit: .usage, text: text)
    }

    /// Returns one failure with the messages of all; `nil` if there are none. Bad data counts more than work that is
    /// only unfinished.
    static func joined(_ failures: [CommandFailure]) -> CommandFailure? {
        guard failures.count > 1 else { return failures.first }
        let exit = failures.first { $0.exit == .data }?.exit ?? failures[0].exit
        return CommandFailure(exit: exit, text: failures.compactMap(\.text).joined(separator: "\n"))
    }

    /// The reader of a pipe closed it, which ends the command without an error.
    static var readerLeft: CommandFailure { CommandFailure(exit: .ok, text: nil) }
}

extension CommandFailure {
    init(_ failure: ControlClientFailure, _ words: Wording) {
        switch failure {
        case .noSocket(let tried):
            self.init(
                exit: .unavailable, text: words.noSocket(tried.map { FileName($0).shown }), code: "no_socket")
        case .unreachable(let socket, .notSent) where Self.isForbidden(socket):
            self.init(exit: .noPermission, text: words.socketDenied(FileName(socket).shown), code: "socket_denied")
        case .unreachable(let socket, let cause):
            self.init(
                exit: .unavailable, text: words.unreachable(FileName(socket).shown, cause), code: "unreachable")
        case .refused(let problem):
            // Field errors that repeat the problem's detail are not printed again.
            let others = (problem.errors ?? []).filter { $0.detail != problem.detail }
            let fields = others.map { "\n  " + TerminalText.line("\($0.field): \($0.detail)") }.joined()
            let candidates = (problem.candidates ?? []).map { "\n  " + TerminalText.line($0) }.joined()
            self.init(
                exit: Self.exit(problem), text: TerminalText.line(problem.detail) + fields + candidates,
                problem: problem)
        case .garbled(let socket, let status):
            self.init(
                exit: .unavailable, text: words.wrongVersion(FileName(socket).shown, status: status),
                code: "other_version")
        }
    }

    /// Connecting to a Unix socket requires write permission.
    private static func isForbidden(_ socket: String) -> Bool {
        access(socket, W_OK) != 0 && errno == EACCES
    }

    private static func exit(_ problem: Problem) -> ExitCode {
        // A named folder or backend that does not exist counts as missing input, wherever it was named.
        if [ErrorCode.noSuchFolder, .noSuchBackend].map(\.rawValue).contains(problem.code) { return .noInput }
        return switch problem.status {
        case 400, 409, 413, 415, 422: .data
        case 401, 403: .noPermission
        case 404, 410: .noInput
        case 429, 503, 504: .tryAgain
        default: .unavailable
        }
    }
}

/// A failure as a problem document (RFC 9457), like the service's own, with the exit code added.
struct CommandProblem: Encodable {
    private let type = "about:blank"
    private let title: String
    /// The HTTP status; present only for problems reported by the service.
    private let status: Int?
    private let code: String
    /// The problem, its cause and the remedy, as sentences.
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
