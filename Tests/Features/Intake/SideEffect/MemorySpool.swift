import Domain

/// In-memory drops and contents with the database's rules.
actor MemorySpool: DropRepository, ContentRepository {
    private(set) var drops: [Drop] = []
    private(set) var jobs: [Job] = []
    private var failure: RepositoryFailure?
    private var authors: [Digest: JobID] = [:]
    private let gone = AsyncStream<DropID>.makeStream()

    /// Lets all calls fail from now on, or none (`nil`).
    func fail(_ failure: RepositoryFailure?) {
        self.failure = failure
    }

    /// The drops that become gone.
    nonisolated var departures: AsyncStream<DropID> { gone.stream }

    /// Records that a job delivered this text.
    func note(_ content: Digest, by job: JobID) {
        authors[content] = job
    }

    func author(of content: Digest) throws(RepositoryFailure) -> JobID? {
        try check()
        return authors[content]
    }

    /// Gives the jobs these states, in their order.
    func end(_ states: [JobState]) {
        for (index, state) in zip(jobs.indices, states) { jobs[index].state = state }
    }

    func deliverer(of name: FileName, in outbox: FolderPath) -> JobID? { nil }

    private func check() throws(RepositoryFailure) {
        if let failure { throw failure }
    }

    func claim(_ drops: [Drop], at utc: UTCMillis) throws(RepositoryFailure) -> [Drop] {
        try check()
        let fresh = drops.filter { new in
            !self.drops.contains { $0.phase != .gone && $0.identity == new.identity && $0.folder == new.folder }
        }
        self.drops += fresh
        return fresh
    }

    func accept(
        _ drop: DropID, content: Digest?, jobs: [Job], at utc: UTCMillis
    ) throws(RepositoryFailure) -> [Job] {
        try check()
        for job in jobs
        where !self.jobs.contains(where: { $0.drop == drop && $0.line == job.line && $0.sample == job.sample }) {
            self.jobs.append(job)
        }
        change(drop) {
            $0.phase = .read
            $0.content = content
        }
        return self.jobs.filter { $0.drop == drop }
    }

    func refuse(
        _ drop: DropID, failure: DropFailure, as job: Job, code: String, at utc: UTCMillis
    ) throws(RepositoryFailure) {
        try check()
        guard drops.contains(where: { $0.id == drop && $0.phase == .claimed }) else { return }
        jobs.append(job)
        change(drop) {
            $0.phase = .ended
            $0.failure = failure
        }
    }

    func keep(_ drop: DropID, as name: FileName) throws(RepositoryFailure) {
        try check()
        change(drop) { $0.kept = name }
    }

    func readmit(
        _ drop: Drop, jobs: [Job], token: Int64, at utc: UTCMillis
    ) throws(RepositoryFailure) -> [Job]? {
        try check()
        guard drops.contains(where: { $0.id == drop.id && $0.phase == .gone }) else { return nil }
        change(drop.id) { $0 = drop }
        self.jobs.removeAll { $0.drop == drop.id }
        self.jobs += jobs
        return jobs
    }

    func drop(_ id: DropID) throws(RepositoryFailure) -> Drop? {
        try check()
        return drops.first { $0.id == id }
    }

    func observe(_ drop: DropID, content: Digest, at utc: UTCMillis) throws(RepositoryFailure) -> Bool {
        try check()
        let isKnown = drops.contains { $0.isObserved && $0.content == content && $0.id != drop }
        change(drop) {
            $0.content = content
            if isKnown { $0.phase = .gone }
        }
        return !isKnown
    }

    func observed(in folder: String) throws(RepositoryFailure) -> [FileIdentity] {
        try check()
        return drops.filter { $0.isObserved && $0.phase == .gone && ($0.content != nil || $0.failure != nil) }
            .map(\.identity)
    }

    func advance(
        _ drop: DropID, to phase: Drop.Phase, failure: DropFailure?, at utc: UTCMillis
    ) throws(RepositoryFailure) {
        try check()
        change(drop) { $0.phase = phase }
        change(drop) { $0.failure = failure }
        if phase == .gone { gone.continuation.yield(drop) }
    }

    func unfinishedDrops() throws(RepositoryFailure) -> [Drop] {
        try check()
        return drops.filter { $0.phase != .gone }
    }

    func tally(_ drop: DropID) throws(RepositoryFailure) -> DropProgress {
        try check()
        return jobs.contains { $0.drop == drop && !$0.state.isEnd } ? .open : .ended(nil)
    }

    func rename(
        _ drop: DropID, to identity: FileIdentity, sidecar: FileIdentity?
    ) throws(RepositoryFailure) {
        try check()
        change(drop) {
            $0.identity = identity
            $0.sidecar = sidecar
        }
    }

    func failedParts(of drop: DropID) throws(RepositoryFailure) -> [FailedPart] {
        try check()
        return jobs.filter { $0.drop == drop }.compactMap { job in
            guard case .failed(let failure) = job.state else { return nil }
            return FailedPart(line: job.line, sample: job.sample, job: job.id, failure: failure)
        }
    }

    func neededPictures(among digests: [Digest]) throws(RepositoryFailure) -> Set<Digest> {
        let needed = jobs.filter { !$0.state.isEnd }.compactMap { $0.picture?.digest }
        return Set(digests).intersection(needed)
    }

    func removal(of picture: Digest) async throws(RepositoryFailure) -> UTCMillis? { nil }

    func keepDropped(
        of drop: DropID, within bounds: RetentionBounds, at utc: UTCMillis
    ) throws(RepositoryFailure) -> [Digest] { [] }

    func pictures(of drop: DropID) throws(RepositoryFailure) -> [Digest] {
        jobs.filter { $0.drop == drop }.compactMap { $0.picture?.digest }
    }

    private func change(_ id: DropID, _ change: (inout Drop) -> Void) {
        guard let place = drops.firstIndex(where: { $0.id == id }) else { return }
        change(&drops[place])
    }
}
