internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer
internal import Words

/// The reason why a request fails, before it is put into words.
enum Rejection: Error {
    case refused(RequestRefusal)
    case failed(ControlFailure)
    /// The time limit expired; these jobs are still open, and these gates hold work back.
    case late([JobEntry], [Gate])
}

extension RequestRefusal {
    var status: Int {
        switch self {
        case .noSuchPath: 404
        case .methodNotAllowed: 405
        case .notAcceptable: 406
        case .unsupportedMediaType: 415
        case .noBody, .malformedHead, .malformedTarget, .malformedQuery, .malformedForm, .hostMissing: 400
        case .unknownTransferCoding: 501
        case .bodyTooLarge: 413
        case .foreignHost, .fromWebPage, .notAllowed: 403
        case .noToken: 401
        case .timedOut: 504
        case .tooBusy, .serviceNotReady, .tooManyListeners, .tooManyConnections: 503
        }
    }
}

extension ControlFailure {
    var status: Int {
        switch self {
        case .noSuchJob, .noSuchCache, .noSuchTarget, .noSuchNode, .noSuchPlan, .noSuchArtwork, .noSuchTag,
            .nothingToUndo:
            404
        case .ambiguousJob, .ambiguousNode, .ambiguousPlan, .planEnded, .tooManyPlans, .mayPayTwice, .notRetryable,
            .notHeld, .pictureLost, .neverStarted,
            .hasEnded,
            .notForgettable, .notRedeliverable, .sourceGone, .sourceMoving, .tagExists,
            .noLikeness, .noVisionModel, .backupOnServer, .galleryOff:
            409
        case .noTags(_, .lost), .noTags(_, .overBudget), .noTags(_, .excluded): 409
        case .noTags(_, .pictureGone): 410
        case .noTags(_, .suggested), .noTags(_, .noArtwork): 404
        case .noTags(_, .failed), .noTags(_, .repository): 503
        case .artGone(_, let state): ["done", "failed", "cancelled"].contains(state) ? 410 : 409
        case .pictureRemoved: 410
        case .fields(let failures): failures.contains(where: \.isSyntax) ? 400 : 422
        case .keyReused, .planKeyReused, .planTimes, .noSuchFolder, .noSuchBackend, .prompt, .refusedAgain,
            .configuration, .notServable:
            422
        case .picture(.unsupported): 415
        case .picture(.outOfMemory): 503
        case .picture: 422
        case .repository, .storage: 503
        case .noRoom, .draining: 503
        case .unsupported: 501
        case .notDelivered: 502
        case .search: 400
        }
    }
}

extension FieldFailure {
    fileprivate var isSyntax: Bool {
        if case .syntax = problem { true } else { false }
    }
}

/// Builds the problem document (RFC 9457) of a rejection.
struct ProblemBuilder {
    let wording: Wording

    func response(_ rejection: Rejection) -> ServerResponse {
        let problem = problem(rejection)
        var response = ServerResponse.json(problem, status: problem.status, type: MediaType.problem)
        response.headers += headers(rejection)
        return response
    }

    func problem(_ rejection: Rejection) -> Problem {
        switch rejection {
        case .refused(let refusal):
            Problem(status: refusal.status, code: refusal.code, detail: wording.sentence(refusal))
        case .failed(.fields(let failures)): problem(.fields(failures.map(\.withoutPosition)))
        case .failed(let failure): problem(failure)
        case .late(let open, let gates): late(open, gates)
        }
    }

    private func late(_ open: [JobEntry], _ gates: [Gate]) -> Problem {
        var problem = problem(.refused(.timedOut(openJobs: open.count)))
        problem.detail = ([problem.detail] + gates.map(\.detail)).joined(separator: " ")
        problem.jobs = open.prefix(Self.mostJobs).map { JobSummary($0, wording) }
        problem.gates = gates.isEmpty ? nil : gates
        return problem
    }

    private func problem(_ failure: ControlFailure) -> Problem {
        var problem = Problem(status: failure.status, code: failure.code, detail: wording.sentence(failure))
        switch failure {
        case .fields(let failures): problem.errors = fields(failures)
        case .configuration(.invalid(let failures)): problem.errors = fields(failures)
        case .keyReused(let job): problem.candidates = [job.text]
        case .search(_, let mistake):
            problem.place = Problem.Place(offset: mistake.offset, length: mistake.length)
        case .planTimes(let mistake): problem.place = Self.place(of: mistake)
        case .planKeyReused(let plan): problem.candidates = [plan.text]
        case .ambiguousJob(_, let matches): problem.candidates = matches.prefix(Self.mostJobs).map(\.text)
        default: break
        }
        return problem
    }

    /// The word with the mistake.
    private static func place(of problem: PlanTimesProblem) -> Problem.Place? {
        switch problem {
        case .at(let text, let mistake), .every(let text, let mistake):
            let rest = text.utf8.dropFirst(mistake.offset)
            return Problem.Place(offset: mistake.offset, length: rest.prefix { $0 != UInt8(ascii: " ") }.count)
        case .missing, .tooOften, .never: return nil
        }
    }

    private func fields(_ failures: [FieldFailure]) -> [Problem.Field] {
        failures.map { Problem.Field(field: $0.key, code: $0.code, detail: wording.sentence($0)) }
    }

    private func headers(_ rejection: Rejection) -> [ServerHeader] {
        switch rejection {
        case .refused(.methodNotAllowed(let allowed)):
            [ServerHeader("Allow", allowed.joined(separator: ", "))]
        case .refused(.tooBusy), .refused(.serviceNotReady), .refused(.tooManyListeners),
            .refused(.tooManyConnections):
            [ServerHeader("Retry-After", "1")]
        case .refused(.noToken): [ServerHeader("WWW-Authenticate", "Bearer")]
        case .failed(.noRoom), .failed(.draining): [ServerHeader("Retry-After", "10")]
        default: []
        }
    }

    /// Longer lists are cut: they are a help, not a complete account.
    private static var mostJobs: Int { 100 }
}

extension FieldFailure {
    /// The failure without its line and column: the key identifies the field, and bodies are usually written by
    /// programs. Syntax errors have no key and keep their position.
    var withoutPosition: FieldFailure {
        key.isEmpty ? self : FieldFailure(key: key, problem: problem)
    }
}
