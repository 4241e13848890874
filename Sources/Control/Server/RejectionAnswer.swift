internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer
internal import Words

/// Makes a problem document of a rejection.
struct RejectionAnswer {
    let wording: Wording

    func response(_ rejection: Rejection) -> ServerResponse {
        let problem = problem(rejection)
        var response = ServerResponse.json(problem, status: problem.status, type: MediaType.problem)
        response.headers += headers(rejection)
        return response
    }

    func problem(_ rejection: Rejection) -> Problem {
        switch rejection {
        case .refused(let refusal): made(refusal.status, refusal.code, wording.sentence(refusal))
        case .failed(.fields(let failures)): problem(.fields(failures.map(\.unplaced)))
        case .failed(let failure): problem(failure)
        case .late(let open, let gates): late(open, gates)
        }
    }

    private func late(_ open: [JobEntry], _ gates: [Gate]) -> Problem {
        let refusal = RequestRefusal.timedOut(openJobs: open.count)
        var problem = made(
            504, refusal.code, ([wording.sentence(refusal)] + gates.map(\.detail)).joined(separator: " "),
            jobs: open.prefix(Self.mostJobs).map { JobSummary($0, wording) })
        problem.gates = gates.isEmpty ? nil : gates
        return problem
    }

    private func problem(_ failure: ControlFailure) -> Problem {
        var problem = made(failure.status, failure.code, wording.sentence(failure))
        switch failure {
        case .fields(let failures): problem.errors = fields(failures)
        case .configuration(.invalid(let failures)): problem.errors = fields(failures)
        case .keyReused(let job): problem.candidates = [job.text]
        case .ambiguousJob(_, let matches): problem.candidates = matches.prefix(Self.mostJobs).map(\.text)
        default: break
        }
        return problem
    }

    private func made(_ status: Int, _ code: String, _ detail: String, jobs: [JobSummary]? = nil) -> Problem {
        Problem(title: StatusPhrase.of(status), status: status, detail: detail, code: code, jobs: jobs)
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

    /// A list that would be longer is cut: it is there to help, not to be complete.
    private static var mostJobs: Int { 100 }
}
