import Configuration
import Domain
import MVICore
import PlatformSystem
import Repositories

@testable import App
@testable import JobsFeature

extension RunningService {
    /// Inserts a job in the given state into the database. The stores do not know it until they load it.
    func stored(_ state: JobState, _ number: Int = 0, prompt: String = "a fox") async throws -> JobID {
        let stamp = container.stamp()
        let drop = Drop(
            id: DropID(utc: stamp.utc, seed: stamp.seed, index: number), folder: "inbox",
            identity: FileIdentity(
                name: FileName("stored-\(number).txt"), inode: 9, size: 1, modified: UTCNanos(stamp.utc.milliseconds)),
            phase: .read)
        let watch = loop.current.settings.watches[0]
        var request = watch.rules.request
        request.prompt = prompt
        let job = Job(
            id: JobID(utc: stamp.utc, seed: stamp.seed, index: number + 1000), drop: drop.id, line: 0, folder: "inbox",
            name: FileName("stored.txt"), outbox: watch.outbox, request: request, state: state, created: stamp.utc)
        return try await base.spool.submissions.submit(
            SubmittedJobs(job, content: nil), drop: drop, key: nil, at: stamp.utc
        )
        .first.id
    }

    /// Stores a job and reloads, so that the stores load it. `waiting(until: 0)` is replaced by the longest possible
    /// wait: a longer one counts as a clock jump and ends at once.
    func held(_ state: JobState) async throws -> JobID {
        var state = state
        if case .waiting(until: 0, let failure) = state {
            state = .waiting(until: UTCMillis.now() + Jobs.retryAfter, failure)
        }
        let id = try await stored(state)
        try await control.operations.reload()
        return id
    }
}
