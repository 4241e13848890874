import ControlAPI
import ControlClient
import Domain
import Glibc
import Words

extension CommandFailure {
    init(_ failure: ControlClientFailure, _ words: Wording) {
        switch failure {
        case .noSocket(let tried):
            self.init(
                exit: .unavailable, text: words.noSocket(tried.map { FileName($0).shown }), code: "no_socket")
        case .unreachable(let socket, .notSent) where Self.isForbidden(socket):
            self.init(exit: .noPermission, text: words.mayNotUse(FileName(socket).shown), code: "socket_denied")
        case .unreachable(let socket, let cause):
            self.init(
                exit: .unavailable, text: words.unreachable(FileName(socket).shown, Self.silence(cause)),
                code: "unreachable")
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
                exit: .unavailable, text: words.otherVersion(FileName(socket).shown, status: status),
                code: "other_version")
        }
    }

    /// Connecting to a Unix socket requires write permission.
    private static func isForbidden(_ socket: String) -> Bool {
        access(socket, W_OK) != 0 && errno == EACCES
    }

    private static func silence(_ failure: HTTPFailure) -> Wording.Silence {
        switch failure {
        case .notSent: .nobody
        case .sentNoAnswer(_, let fault) where fault.reason == .timeout: .late
        case .sentNoAnswer, .partialAnswer: .brokenOff
        case .headersTooLarge, .bodyTooLarge: .tooLarge
        case .cancelled: .calledOff
        }
    }

    private static func exit(_ problem: Problem) -> ExitCode {
        // A named folder or backend that does not exist counts as missing input, wherever it was named.
        if ["no_such_folder", "no_such_backend"].contains(problem.code) { return .noInput }
        return switch problem.status {
        case 400, 409, 413, 415, 422: .data
        case 401, 403: .noPermission
        case 404, 410: .noInput
        case 429, 503, 504: .tryAgain
        default: .unavailable
        }
    }
}
