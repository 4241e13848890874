package import Domain
import Synchronization

/// A store that is one object.
package typealias WholeSpool = DropRepository & JobRepository & JobListRepository & SubmissionRepository
    & ErasureRepository & CallRepository & LedgerRepository & ContentRepository & KnownFolderRepository
    & NoteRepository & NotificationRepository & FailureRepository & PlanRepository

extension SpoolRepositories {
    /// `library`: the artworks of the same store. `tagCalls`, `retention`: what asks for their tags and what removes
    /// them, if not the library itself.
    package init(
        _ store: some WholeSpool, _ library: ModelLibrary, tagCalls: (any TagCallRepository)? = nil,
        retention: (any RetentionRepository)? = nil, fleet: (any FleetRepository)? = nil
    ) {
        self.init(
            drops: store, jobs: store, jobList: store, submissions: store, plans: store, erasure: store, calls: store,
            ledger: store, contents: store, folders: store, notes: store, notifications: store, failures: store,
            artworks: library,
            tags: library,
            tagCalls: tagCalls ?? library, retention: retention ?? library, fleet: fleet)
    }
}

/// An in-memory store: each call is one transaction, durable when it returns. It is tested by the same suite
/// as the real one, and outlives the simulated service that uses it.
package final class ModelSpoolRepository: WholeSpool {
    private let server: ModelServer
    /// The service that uses it, if others share it.
    let member: ModelMember?

    package init() {
        (server, member) = (ModelServer(), nil)
    }

    /// The same store as used by a service that shares it with others, once it has joined them. `clock`: the server's.
    package init(sharing other: ModelSpoolRepository, clock: @escaping @Sendable () -> UTCMillis) {
        (server, member) = (other.server, ModelMember(server: clock))
    }

    /// A paid call as recorded in the ledger.
    package struct Booking: Sendable {
        package let job: JobID
        package let backend: String
        package let folder: String
        /// The final date of the line.
        package let date: LedgerDate
        package let charge: Charge
        /// Whether the job was approved and therefore exempt from the caps.
        package let isApproved: Bool
    }

    /// The whole ledger, in the order in which calls were recorded.
    package var bookings: [Booking] {
        let approved = Set(jobs.filter(\.isApproved).map(\.id))
        return look { tables in
            tables.calls.compactMap { call in
                tables.ledger[call.id].map { line in
                    Booking(
                        job: call.job, backend: call.backend, folder: line.folder, date: line.date, charge: line.charge,
                        isApproved: approved.contains(call.job))
                }
            }
        }
    }

    /// What questions to vision models cost.
    package var questionCharges: [Charge] {
        look { tables in tables.tagCalls.compactMap { tables.ledger[$0.id]?.charge } }
    }

    /// The artworks that were made while new artworks of their folder are tagged automatically.
    package var taggableArtworks: [Artwork] {
        look { tables in
            tables.artworks.values.filter { artwork in
                tables.taggedFolders[artwork.folder].map { artwork.made >= $0.since } == true
            }
        }
    }

    /// The last output that a job which is done has delivered under each name.
    package var deliveries: [(name: FileName, digest: Digest)] {
        look { tables in
            var newest: [FileName: (job: JobID, digest: Digest)] = [:]
            for file in tables.delivered {
                guard let job = tables.jobs[file.job]?.job else { continue }
                for output in job.outputs where output.name.text.map(OutputName.fold) == file.name {
                    newest[output.name] = (file.job, file.digest)
                }
            }
            return newest.map { ($0.key, $0.value.digest) }.sorted { $0.name < $1.name }
        }
    }

    /// Jobs whose cancellation was requested before a crash and that a later run resumed as such.
    package var cancelledBefore: Set<JobID> { look { $0.cancelledBefore } }

    /// The jobs that have artworks.
    package var artworks: Set<JobID> { look { Set($0.artworks.keys) } }

    /// All jobs, also those that a clean-up erased, unordered.
    package var jobs: [Job] { look { $0.jobs.values.map(\.job) + $0.erased } }

    /// All jobs that are not erased with the states that they have reached, by identifier.
    package var timelines: [(job: Job, steps: [JobTimeline.Step])] {
        look { $0.jobs.values.map { ($0.job, $0.steps) } }.sorted { $0.0.id < $1.0.id }
    }

    /// Whether `holds` is true for every job.
    package func allJobs(_ holds: (Job) -> Bool) -> Bool { look { $0.jobs.values.allSatisfy { holds($0.job) } } }

    /// Runs a transaction. `work` must not throw after its first change: rolling back would need a copy of all tables,
    /// which would take longer than the rest of a simulated history. Throws `.expelled` if this service has joined others
    /// and one of them has declared it dead.
    func change<T: Sendable>(
        _ work: (inout SpoolTables) throws(RepositoryFailure) -> T
    ) throws(RepositoryFailure) -> T {
        let node = member?.node?.id
        return try server.tables.withLock { tables throws(RepositoryFailure) in
            if let node, tables.fleet.nodes[node] == nil { throw .expelled }
            return try work(&tables)
        }
    }

    /// Runs a statement that doesn't depend on membership.
    func unfenced<T: Sendable>(_ work: (inout SpoolTables) -> T) -> T {
        server.tables.withLock { work(&$0) }
    }

    func look<T: Sendable>(_ work: (SpoolTables) -> T) -> T {
        server.tables.withLock { work($0) }
    }

    /// Tells every service that listens.
    func announce() { server.announce() }

    func announcements() -> AsyncStream<Void> { server.announcements() }
}

/// The database that model repositories share.
private final class ModelServer: Sendable {
    let tables = Mutex(SpoolTables())
    /// The folders that are known, by machine.
    let known = Mutex<[String: [KnownFolder]]>([:])
    private let listeners = Mutex<(last: Int, all: [Int: AsyncStream<Void>.Continuation])>((0, [:]))

    func announce() {
        let all = listeners.withLock { $0.all.sorted { $0.key < $1.key }.map(\.value) }
        for listener in all { listener.yield() }
    }

    func announcements() -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream.makeStream(of: Void.self)
        let number = listeners.withLock { listeners in
            listeners.last += 1
            listeners.all[listeners.last] = listener
            return listeners.last
        }
        listener.onTermination = { [weak self] _ in
            _ = self?.listeners.withLock { $0.all.removeValue(forKey: number) }
        }
        return stream
    }
}

extension ModelSpoolRepository {
    package func markRead(_ job: JobID, at utc: UTCMillis) async throws(RepositoryFailure) {
        try change { tables in if tables.unread.contains(job) { tables.read.insert(job) } }
    }

    package func markAllRead(at utc: UTCMillis) async throws(RepositoryFailure) -> Int {
        try change { tables in
            let unread = tables.unread
            tables.read.formUnion(unread)
            return unread.count
        }
    }

    package func refusals() async throws(RepositoryFailure) -> RefusalCounts {
        look { tables in
            let unread = tables.unread.count { tables.jobs[$0]?.job.request == nil }
            return RefusalCounts(unread: unread, byCode: tables.refusals)
        }
    }
}

extension ModelSpoolRepository {
    private var machine: String { member?.node?.machine ?? "" }

    package func places() async throws(RepositoryFailure) -> [KnownFolder] {
        server.known.withLock { $0[machine] ?? [] }
    }

    package func keep(_ place: KnownFolder) async throws(RepositoryFailure) {
        try change { _ in }
        server.known.withLock { all in
            var known = all[machine] ?? []
            if let index = known.firstIndex(where: { $0.folder == place.folder }) {
                guard known[index].marker == nil else { return }
                known[index] = KnownFolder(folder: place.folder, marker: place.marker, since: known[index].since)
            } else {
                known.append(place)
            }
            all[machine] = known
        }
    }
}

extension ModelSpoolRepository {
    package func notedJobs() async throws(RepositoryFailure) -> [NotedJob] {
        look { tables in
            tables.notes.values.map { place in
                let isOpen = tables.jobs[place.job].map { !$0.job.state.isEnd } == true
                return NotedJob(job: place.job, folder: place.folder, isOpen: isOpen)
            }.sorted { $0.job < $1.job }
        }
    }

    package func notePlace(of job: JobID) async throws(RepositoryFailure) -> NotePlace? { look { $0.notes[job] } }

    package func keep(_ place: NotePlace) async throws(RepositoryFailure) {
        try change { $0.notes[place.job] = place }
    }

    package func forgetNote(of job: JobID) async throws(RepositoryFailure) { try change { $0.notes[job] = nil } }
}

extension ModelSpoolRepository {
    package func claim(_ drops: [Drop], at utc: UTCMillis) async throws(RepositoryFailure) -> [Drop] {
        try change { tables in drops.filter { tables.insert($0) } }
    }

    package func accept(
        _ drop: DropID, content: Digest?, jobs: [Job], at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Job] {
        try change { tables throws(RepositoryFailure) in
            guard let phase = tables.drops[drop]?.phase else { throw .absent("drop \(drop)") }
            if phase == .claimed {
                tables.drops[drop]?.phase = .read
                tables.drops[drop]?.content = content
                for job in jobs { tables.insert(job, at: utc) }
            }
            return tables.jobs(of: drop)
        }
    }

    package func refuse(
        _ drop: DropID, failure: DropFailure, as job: Job, code: String, at utc: UTCMillis
    ) async throws(RepositoryFailure) {
        try change { $0.refuse(drop, failure: failure, as: job, code: code, at: utc) }
    }

    package func keep(_ drop: DropID, as name: FileName) async throws(RepositoryFailure) {
        try change { tables in if tables.drops[drop]?.phase == .ended { tables.drops[drop]?.kept = name } }
    }

    package func readmit(
        _ drop: Drop, jobs: [Job], token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Job]? {
        try change { $0.readmit(drop, jobs: jobs, token: token, at: utc) }
    }

    package func drop(_ id: DropID) async throws(RepositoryFailure) -> Drop? { look { $0.drops[id] } }

    package func observe(
        _ drop: DropID, content: Digest, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> Bool {
        try change { tables in
            guard let one = tables.drops[drop] else { return true }
            let isKnown = tables.drops.values.contains {
                $0.isObserved && $0.folder == one.folder && $0.content == content && $0.id != drop
            }
            if one.phase == .claimed {
                tables.drops[drop]?.content = content
                if isKnown { tables.drops[drop]?.phase = .gone }
            }
            return !isKnown
        }
    }

    package func observed(in folder: String) async throws(RepositoryFailure) -> [FileIdentity] {
        look { tables in
            tables.drops.values.filter { $0.isObserved && $0.folder == folder && $0.phase == .gone }
                .filter { $0.content != nil || ![nil, .vanished, .withdrawn].contains($0.failure) }
                .sorted { $0.id < $1.id }.map(\.identity)
        }
    }

    package func advance(
        _ drop: DropID, to phase: Drop.Phase, failure: DropFailure?, at utc: UTCMillis
    ) async throws(RepositoryFailure) {
        guard phase == .ended || phase == .gone else { throw .failed(code: 21, "advance to \(phase.rawValue)") }
        try change { tables in
            guard var found = tables.drops[drop], found.phase != .gone else { return }
            if failure == .withdrawn || found.phase == .claimed && phase == .gone { found.content = nil }
            found.phase = phase
            found.failure = failure ?? (found.failure == .withdrawn ? nil : found.failure)
            tables.drops[drop] = found
        }
    }

    package func unfinishedDrops() async throws(RepositoryFailure) -> [Drop] {
        look { tables in tables.drops.values.filter { $0.phase != .gone }.sorted { $0.id < $1.id } }
    }
}

extension ModelSpoolRepository {
    package func claimUnfinished(
        limit: Int, after: JobID?, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Job] {
        try change { $0.claimUnfinished(limit: limit, after: after, token: token, at: utc) }
    }

    package func admitGated(
        except closed: Set<String>, limit: Int, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> GateAdmission {
        let node = member?.node?.id
        return try change {
            $0.admitGated(except: closed, limit: limit, by: node, token: token, at: utc)
        }
    }

    package func withdraw(_ job: JobID, token: Int64, at utc: UTCMillis) async throws(RepositoryFailure) -> Bool {
        try change { tables in
            guard tables.move(job, to: .cancelled, picture: nil, token: token, at: utc) else { return false }
            if let drop = tables.jobs[job]?.job.drop, tables.drops[drop]?.phase == .read {
                tables.drops[drop]?.failure = .withdrawn
            }
            return true
        }
    }

    package func recordCancellation(_ job: JobID) async throws(RepositoryFailure) {
        try change { $0.recordCancellation(job) }
    }

    package func move(
        _ job: Job, to state: JobState, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> Bool {
        let node = member?.node?.id
        return try change { tables in
            guard tables.move(job.id, to: state, picture: job.picture, token: token, at: utc) else { return false }
            tables.noteFinal(of: job.id, by: node)
            return true
        }
    }

    package func stage(
        _ staging: Staging, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> StageOutcome {
        try change { $0.stage(staging, token: token, at: utc) }
    }

    package func reopen(
        _ job: JobID, mayPayTwice: Bool, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> Result<Job, RetryRefusal> {
        let node = member?.node?.id
        return try change { $0.reopen(job, mayPayTwice: mayPayTwice, by: node, token: token, at: utc) }
    }

    package func approve(_ job: JobID, token: Int64, at utc: UTCMillis) async throws(RepositoryFailure) -> Job? {
        let node = member?.node?.id
        return try change { $0.approve(job, by: node, token: token, at: utc) }
    }

    package func redeliver(_ job: JobID, token: Int64, at utc: UTCMillis) async throws(RepositoryFailure) -> Job? {
        let node = member?.node?.id
        return try change { $0.redeliver(job, by: node, token: token, at: utc) }
    }

    package func tally(_ drop: DropID) async throws(RepositoryFailure) -> DropProgress { look { $0.tally(drop) } }

    package func rename(
        _ drop: DropID, to identity: FileIdentity, sidecar: FileIdentity?
    ) async throws(RepositoryFailure) {
        try change { $0.rename(drop, to: identity, sidecar: sidecar) }
    }

    package func failedParts(of drop: DropID) async throws(RepositoryFailure) -> [FailedPart] {
        look { $0.failedParts(of: drop) }
    }

    package func deliverer(of name: FileName, in outbox: FolderPath) async throws(RepositoryFailure) -> JobID? {
        look { $0.deliverer(of: name, in: outbox) }
    }

    package func author(of content: Digest) async throws(RepositoryFailure) -> JobID? { look { $0.authors[content] } }

    package func job(_ id: JobID) async throws(RepositoryFailure) -> Job? { look { $0.jobs[id]?.job } }

    package func counts() async throws(RepositoryFailure) -> [String: Int] { look(\.counts) }

    package func neededPictures(among digests: [Digest]) async throws(RepositoryFailure) -> Set<Digest> {
        look { $0.neededPictures(among: digests) }
    }

    package func removal(of picture: Digest) async throws(RepositoryFailure) -> UTCMillis? {
        look { $0.removed[picture] }
    }

    package func keepDropped(
        of drop: DropID, within bounds: RetentionBounds, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Digest] {
        try change { $0.keepDropped(of: drop, within: bounds, at: utc) }
    }

    package func pictures(of drop: DropID) async throws(RepositoryFailure) -> [Digest] {
        look { $0.pictures(of: drop) }
    }
}

extension ModelSpoolRepository {
    package func submit(
        _ submission: SubmittedJobs, drop: Drop, key: SubmissionKey?, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> SubmittedJobs {
        try change { tables throws(RepositoryFailure) in try tables.submit(submission, drop: drop, key: key, at: utc) }
    }

    package func submission(_ key: SubmissionKey) async throws(RepositoryFailure) -> SubmittedJobs? {
        look { $0.submission(key) }
    }

    package func page(_ query: JobQuery) async throws(RepositoryFailure) -> JobPage { look { $0.page(query) } }

    package func find(_ part: JobIDFragment, limit: Int) async throws(RepositoryFailure) -> [JobID] {
        look { $0.find(part, limit: limit) }
    }

    package func forget(
        _ job: JobID, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> Result<ForgottenJob, ForgetRefusal> {
        try change { $0.forget(job) }
    }

    package func soleDrop(of job: JobID) async throws(RepositoryFailure) -> Drop? { look { $0.soleDrop(of: job) } }

    package func timeline(_ job: JobID) async throws(RepositoryFailure) -> JobTimeline? { look { $0.timeline(job) } }

    package func steps(
        of job: JobID
    ) async throws(RepositoryFailure) -> (created: UTCMillis, steps: [JobTimeline.Step])? {
        look { tables in tables.jobs[job].map { ($0.job.created, $0.steps) } }
    }
}

extension ModelSpoolRepository {
    package func begin(
        _ call: Call, reserving: BudgetReservation, within limits: SharedLimits?, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> CallStart {
        let now = member?.server()
        return try change { tables in
            if let limits, let now, let obstacle = tables.obstacle(to: call, within: limits, at: now) {
                return .turnedAway(obstacle)
            }
            return tables.begin(call, reserving: reserving, token: token, at: utc)
        }
    }

    package func adopt(_ call: Call, token: Int64, at utc: UTCMillis) async throws(RepositoryFailure) -> Bool {
        try change { $0.adopt(call, token: token) }
    }

    package func purchase(_ key: Digest) async throws(RepositoryFailure) -> Call? {
        look { $0.purchase(key) }
    }

    package func keep(_ call: Call, settling: Settlement?, at utc: UTCMillis) async throws(RepositoryFailure) {
        try change { tables throws(RepositoryFailure) in try tables.keep(call, settling: settling, at: utc) }
    }

    package func retryRule(of job: JobID) async throws(RepositoryFailure) -> RetryRule? {
        look { $0.retryRule(of: job) }
    }

    package func lastCall(of job: JobID) async throws(RepositoryFailure) -> Call? { look { $0.lastCall(of: job) } }

    package func standing(
        of caps: [BudgetCap], at moment: BudgetMoment
    ) async throws(RepositoryFailure) -> [CapUsage] {
        look { tables in caps.map { tables.standing(of: $0, at: moment) } }
    }

    package func cost(of job: JobID) async throws(RepositoryFailure) -> JobCost { look { $0.cost(of: job) } }

    package func spend(_ query: SpendQuery) async throws(RepositoryFailure) -> [SpendLine] { look { $0.spend(query) } }

    package func amounts(laterThan today: LocalDay) async throws(RepositoryFailure) -> FutureAmounts? {
        look { $0.amounts(laterThan: today) }
    }
}

extension CallRepository {
    /// Begins a call without caps or a price. Returns `false` if the job is no longer owned by `token`.
    package func begin(_ call: Call, token: Int64, at utc: UTCMillis) async throws(RepositoryFailure) -> Bool {
        let day = LocalDay(year: 1970, month: 1, day: 1)
        let reservation = BudgetReservation(
            folder: "inbox", submitter: nil, estimate: nil, moment: BudgetMoment(day: day, dayEnds: 0, monthEnds: 0),
            caps: [])
        return try await begin(call, reserving: reservation, token: token, at: utc) == .begun(warnings: [])
    }

    /// Begins a call of the only service.
    package func begin(
        _ call: Call, reserving reservation: BudgetReservation, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> CallStart {
        try await begin(call, reserving: reservation, within: nil, token: token, at: utc)
    }

    package func keep(_ call: Call, at utc: UTCMillis) async throws(RepositoryFailure) {
        try await keep(call, settling: nil, at: utc)
    }
}
