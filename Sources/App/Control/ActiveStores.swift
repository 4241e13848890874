import Domain
import JobsFeature
import LibraryFeature
import MVICore
import MVIRuntime
import Observation
import ServiceFeature

/// The stores that serve requests. A reload replaces them, so a request first waits until stores are active that can
/// take it.
@MainActor
final class ActiveStores {
    let current: CurrentService

    init(_ current: CurrentService) {
        self.current = current
    }

    /// Waits until the stores are serving. Throws `.draining` when the service is stopping or the task is cancelled.
    func serving() async throws(ControlFailure) -> AppContainer {
        // The observed value may be outdated by now.
        for await _ in Observations({ [current] in current.stage }) {
            switch current.stage {
            case .starting, .reloading: continue
            case .serving: return current.container
            case .stopping, .stopped: throw .draining
            }
        }
        throw .draining
    }

    /// Waits until the stores have loaded the jobs of an earlier run: from then on they have to be informed of every
    /// new row.
    func working() async throws(ControlFailure) -> AppContainer {
        for await _ in Observations({ [current] in (current.stage, current.container.jobs.state.phase) }) {
            let container = try await serving()
            if container.jobs.state.isStalled { throw .repository(.busy) }
            if container.jobs.state.phase != .recoveringJobs { return container }
        }
        throw .draining
    }

    /// The stores that accept new work and actions. While the configuration is reloaded, these may be stores that are
    /// only finishing their work: what they receive is stored as a row, which the next stores load.
    func accepting() async throws(ControlFailure) -> AppContainer {
        for await _ in Observations({ [current] in (current.stage, current.container.jobs.state.phase) }) {
            let container = current.container
            if current.stage == .reloading, container.jobs.state.phase == .draining { return container }
            if current.stage != .reloading { return try await working() }
        }
        throw .draining
    }

    /// Asks the configured vision model about a job's artwork. Throws `.noVisionModel`, `.noRoom` when too many questions
    /// wait, and `.draining` when the stores are replaced before they asked.
    func askForTags(of job: JobID, _ mayRepeat: Bool) async throws(ControlFailure) -> TagOutcome {
        let container = try await working()
        guard container.library.state.suggestions != nil else { throw .noVisionModel }
        if let outcome = await container.suggestTags(.init(job, mayRepeat: mayRepeat)) { return outcome }
        if container.library.state.phase == .stopped { throw .draining }
        throw .noRoom(jobs: Library.Suggestions.mostRequests)
    }

    /// Sends a request about a job to the stores and returns their answer.
    func ask(
        _ request: Jobs.UserRequest, of id: JobID, _ stores: () async throws(ControlFailure) -> AppContainer
    ) async throws(ControlFailure) -> Jobs.Answer {
        guard let answer = try await answer(stores, to: { .ask(request, of: id, $0) }) else { throw .draining }
        return answer
    }

    /// Sends a request to the stores and returns their answer. If a reload replaces them before they take it, their
    /// successors get it. `nil`: the service stopped before the answer.
    func answer(
        _ stores: () async throws(ControlFailure) -> AppContainer, to request: (Ticket) -> Jobs.Action
    ) async throws(ControlFailure) -> Jobs.Answer? {
        while true {
            let container = try await stores()
            switch await container.outcome(of: request) {
            case .notSent, .answered(.retryRefused(.draining)), .answered(.approveRefused(.draining)),
                .answered(.redeliverRefused(.draining)):
                try await replacement(of: container)
            case .answered(let answer): return answer
            case .unanswered: return nil
            }
        }
    }

    /// Waits until other stores have replaced these. Throws `.draining` when the service stops instead.
    private func replacement(of container: AppContainer) async throws(ControlFailure) {
        for await _ in Observations({ [current] in (current.stage, ObjectIdentifier(current.container)) }) {
            if current.container !== container { return }
            if current.stage == .stopping || current.stage == .stopped { break }
        }
        throw .draining
    }
}

/// Reports a failed query as a failed request.
func stored<Answer>(
    _ work: () async throws(RepositoryFailure) -> Answer
) async throws(ControlFailure) -> Answer {
    do throws(RepositoryFailure) { return try await work() } catch { throw .repository(error) }
}
