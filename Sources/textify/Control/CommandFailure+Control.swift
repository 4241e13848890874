import ControlAPI
import ControlClient
import Domain
import Glibc
import Words

extension CommandFailure {
    init(_ failure: ControlClientFailure, _ words: Wording) {
        switch failure {
        case .noSocket(let tried):
            let list = tried.map { FileName($0).shown }.joined(separator: ", ")
            self.init(
                exit: .unavailable,
                text: "there is no control socket at any of: \(list). Start textifyd, or name its socket with --socket."
            )
        case .unreachable(let socket, .notSent) where Self.isForbidden(socket):
            self.init(
                exit: .noPermission,
                text: "\(FileName(socket).shown): you may not use it. Ask to be put into the socket's group."
            )
        case .unreachable(let socket, let cause):
            self.init(
                exit: .unavailable,
                text:
                    "\(FileName(socket).shown): \(Self.reason(cause)). Is textifyd running, and may you use its socket?"
            )
        case .refused(let problem):
            // What the problem says itself is said once.
            let others = (problem.errors ?? []).filter { $0.detail != problem.detail }
            let fields = others.map { "\n  \($0.field): \($0.detail)" }.joined()
            let candidates = (problem.candidates ?? []).map { "\n  " + $0 }.joined()
            self.init(exit: Self.exit(problem.status), text: problem.detail + fields + candidates)
        case .garbled(let socket, let status):
            self.init(
                exit: .unavailable,
                text:
                    "\(FileName(socket).shown): what answers there (status \(status)) is not this version of textifyd.")
        }
    }

    /// Connecting takes the right to write.
    private static func isForbidden(_ socket: String) -> Bool {
        access(socket, W_OK) != 0 && errno == EACCES
    }

    private static func reason(_ failure: HTTPFailure) -> String {
        switch failure {
        case .notSent: "nobody answers"
        case .sentNoAnswer(_, let fault) where fault.reason == .timeout: "no answer came in time"
        case .sentNoAnswer, .partialAnswer: "the connection ended before the answer did"
        case .headersTooLarge, .bodyTooLarge: "the answer is larger than can be taken"
        case .cancelled: "the question was called off"
        }
    }

    private static func exit(_ status: Int) -> ExitCode {
        switch status {
        case 400, 409, 413, 415, 422: .data
        case 401, 403: .noPermission
        case 404, 410: .noInput
        case 429, 503, 504: .tryAgain
        default: .unavailable
        }
    }
}
