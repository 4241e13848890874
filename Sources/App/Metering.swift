import BackendKit
import ControlServer
import Domain
import PlatformSystem
import Repositories

/// A file system that times the listing of watch folders.
struct TimedFileSystem: FileSystemDecorator {
    let base: any FileSystem
    let meters: Meters

    /// Listings below the folder count as part of it.
    func fold<Sum: Sendable>(
        _ folder: FolderPath, below: FileName?, into sum: Sum,
        passing: @escaping @Sendable (inout Sum, DirectoryEntry) -> Bool,
        _ step: @escaping @Sendable (inout Sum, FileEntry) -> Void
    ) async throws(FileFailure) -> Sum {
        let clock = ContinuousClock()
        let start = clock.now
        let sum = try await base.fold(folder, below: below, into: sum, passing: passing, step)
        if below == nil { meters.add(.listing, clock.now - start) }
        return sum
    }
}

/// A backend whose calls are timed.
struct TimedBackend: ImageBackend {
    let backend: any ImageBackend
    let meters: Meters

    var descriptor: BackendDescriptor { backend.descriptor }

    func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        try await timed("submit") { () throws(BackendFailure) in try await backend.submit(request, key: key) }
    }

    func handle(of key: String) -> JobHandle? { backend.handle(of: key) }

    func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        try await timed("poll") { () throws(BackendFailure) in try await backend.poll(handle) }
    }

    func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        try await timed("fetch") { () throws(BackendFailure) in try await backend.fetch(source, limit: limit) }
    }

    func suggestTags(_ request: TagRequest, key: String) async throws(BackendFailure) -> TagReply {
        try await timed("tags") { () throws(BackendFailure) in try await backend.suggestTags(request, key: key) }
    }

    func progress(of key: String) async -> GenerationProgress? { await backend.progress(of: key) }

    func cancel(_ handle: JobHandle) async -> CancelOutcome { await backend.cancel(handle) }

    func stop(key: String) async -> CancelOutcome { await backend.stop(key: key) }

    func probe() async -> BackendHealth { await backend.probe() }

    func close() async { await backend.close() }

    private func timed<Answer>(
        _ call: String, _ work: () async throws(BackendFailure) -> Answer
    ) async throws(BackendFailure) -> Answer {
        let clock = ContinuousClock()
        let start = clock.now
        do throws(BackendFailure) {
            let answer = try await work()
            meters.add(.call, clock.now - start, descriptor.name, call, "ok")
            return answer
        } catch {
            meters.add(.call, clock.now - start, descriptor.name, call, "failed")
            throw error
        }
    }
}

/// Measures jobs when they end, from the states recorded in the database, so that the times survive restarts.
struct JobTimeSink: LogSink {
    let next: any LogSink
    let jobs: any JobListRepository
    let meters: Meters

    func write(_ entry: LogEntry) {
        next.write(entry)
        var job: JobID?
        var hasEnded = false
        for field in entry.fields {
            switch field {
            case .job(let id): job = id
            case .state(let word): hasEnded = ["done", "failed", "cancelled"].contains(word)
            default: break
            }
        }
        guard let job, hasEnded else { return }
        Task { await measure(job) }
    }

    /// Intermediate steps never end a job.
    func write(later entry: @escaping @Sendable () -> LogEntry) {
        next.write(later: entry)
    }

    /// Measures nothing if the database can't be read.
    private func measure(_ job: JobID) async {
        guard let times = try? await jobs.steps(of: job) else { return }
        Self.add(times.steps, since: times.created, to: meters)
    }

    static func add(_ steps: [JobTimeline.Step], since created: UTCMillis, to meters: Meters) {
        guard let end = steps.last, end.state.isEnd else { return }
        for (step, following) in zip(steps, steps.dropFirst()) {
            meters.add(.stage, .milliseconds(following.at.milliseconds(since: step.at)), step.state.word)
        }
        meters.add(.job, .milliseconds(end.at.milliseconds(since: created)), end.state.word)
    }
}
