package import Domain
import Synchronization

/// The model database as used by one run of the service: any transaction may fail, and the service may crash before or
/// after it.
package final class SimulatedSpool: WholeSpool {
    package let base: ModelSpoolRepository
    let life: ServiceRun
    let bug: InjectedBug?
    /// The line to the database's server; `nil` if the database is a file.
    let link: DatabaseLink?
    /// Calls that should have been recorded; only filled by an injected bug.
    let unwritten = Mutex<[CallID: @Sendable () async -> Void]>([:])

    package init(
        _ base: ModelSpoolRepository, _ life: ServiceRun, bug: InjectedBug? = nil, link: DatabaseLink? = nil
    ) {
        self.base = base
        self.life = life
        self.bug = bug
        self.link = link
    }

    func act<T>(
        _ what: StaticString, _ words: @autoclosure () -> String = "",
        _ work: () async throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T {
        try await life.act(what, words(), dead: .busy) { () throws(RepositoryFailure) in
            if life.databaseFails() { throw .busy }
            try await link?.read()
            return try await work()
        }
    }

    /// Runs a write transaction. A failed one may still be in the database's log until the next write, so that a start
    /// before that finds it.
    func change<T: Sendable>(
        _ what: StaticString, _ words: @autoclosure () -> String = "", late: (@Sendable () async -> Void)? = nil,
        _ work: @escaping @Sendable () async throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T {
        try await life.act(what, words(), dead: .busy, late: late) { () throws(RepositoryFailure) in
            if life.databaseFails() {
                life.keepUnclearWrite { _ = try? await work() }
                throw .busy
            }
            if let link { return try await link.write(work) }
            let answer = try await work()
            life.keepUnclearWrite(nil)
            return answer
        }
    }

    /// The token that is compared for a late write.
    static func token(_ token: Int64, _ job: JobID, _ base: ModelSpoolRepository, _ bug: InjectedBug?) async -> Int64 {
        guard bug == .lateWrite, let found = try? await base.job(job) else { return token }
        return max(token, found.token)
    }
}

extension SimulatedSpool {
    package func markRead(_ job: JobID, at utc: UTCMillis) async throws(RepositoryFailure) {
        try await change("mark read", "\(job)") { [base] () throws(RepositoryFailure) in
            try await base.markRead(job, at: utc)
        }
    }

    package func markAllRead(at utc: UTCMillis) async throws(RepositoryFailure) -> Int {
        try await change("mark all read") { [base] () throws(RepositoryFailure) in try await base.markAllRead(at: utc) }
    }

    package func refusals() async throws(RepositoryFailure) -> RefusalCounts { try await base.refusals() }
}

extension SimulatedSpool {
    package func places() async throws(RepositoryFailure) -> [KnownFolder] {
        try await act("ask for places") { () throws(RepositoryFailure) in try await base.places() }
    }

    package func keep(_ place: KnownFolder) async throws(RepositoryFailure) {
        try await change("keep place", place.folder.shown) { [base] () throws(RepositoryFailure) in
            try await base.keep(place)
        }
    }
}

extension SimulatedSpool {
    package func notedJobs() async throws(RepositoryFailure) -> [NotedJob] {
        try await act("ask for notes") { () throws(RepositoryFailure) in try await base.notedJobs() }
    }

    package func notePlace(of job: JobID) async throws(RepositoryFailure) -> NotePlace? {
        try await act("ask for a note's place", "\(job)") { () throws(RepositoryFailure) in
            try await base.notePlace(of: job)
        }
    }

    package func keep(_ place: NotePlace) async throws(RepositoryFailure) {
        try await change("keep a note's place", "\(place.job)") { [base] () throws(RepositoryFailure) in
            try await base.keep(place)
        }
    }

    package func forgetNote(of job: JobID) async throws(RepositoryFailure) {
        try await change("forget a note", "\(job)") { [base] () throws(RepositoryFailure) in
            try await base.forgetNote(of: job)
        }
    }
}

extension SimulatedSpool {
    package func claim(_ drops: [Drop], at utc: UTCMillis) async throws(RepositoryFailure) -> [Drop] {
        try await change("claim", drops.map { "\($0.folder)/\($0.identity.name) as \($0.id)" }.joined(separator: ", "))
        {
            [base] () throws(RepositoryFailure) in try await base.claim(drops, at: utc)
        }
    }

    package func accept(
        _ drop: DropID, content: Digest?, jobs: [Job], at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Job] {
        try await change("accept", "\(drop), job \(jobs.map(\.id))") { [base, bug] () throws(RepositoryFailure) in
            try await base.accept(drop, content: content, jobs: bug?.accepted(jobs) ?? jobs, at: utc)
        }
    }

    package func refuse(
        _ drop: DropID, failure: DropFailure, as job: Job, code: String, at utc: UTCMillis
    ) async throws(RepositoryFailure) {
        try await change("refuse", "\(drop)") { [base] () throws(RepositoryFailure) in
            try await base.refuse(drop, failure: failure, as: job, code: code, at: utc)
        }
    }

    package func keep(_ drop: DropID, as name: FileName) async throws(RepositoryFailure) {
        try await change("keep source", "\(drop) as \(name)") { [base] () throws(RepositoryFailure) in
            try await base.keep(drop, as: name)
        }
    }

    package func readmit(
        _ drop: Drop, jobs: [Job], token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Job]? {
        try await change("readmit", "\(drop.id)") { [base] () throws(RepositoryFailure) in
            try await base.readmit(drop, jobs: jobs, token: token, at: utc)
        }
    }

    package func drop(_ id: DropID) async throws(RepositoryFailure) -> Drop? {
        try await act("ask for drop") { () throws(RepositoryFailure) in try await base.drop(id) }
    }

    package func observe(
        _ drop: DropID, content: Digest, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> Bool {
        try await change("observe", "\(drop)") { [base] () throws(RepositoryFailure) in
            try await base.observe(drop, content: content, at: utc)
        }
    }

    package func observed(in folder: String) async throws(RepositoryFailure) -> [FileIdentity] {
        try await base.observed(in: folder)
    }

    package func rename(
        _ drop: DropID, to identity: FileIdentity, sidecar: FileIdentity?
    ) async throws(RepositoryFailure) {
        try await change("rename drop", "\(drop) to \(identity.name)") { [base] () throws(RepositoryFailure) in
            try await base.rename(drop, to: identity, sidecar: sidecar)
        }
    }

    package func advance(
        _ drop: DropID, to phase: Drop.Phase, failure: DropFailure?, at utc: UTCMillis
    ) async throws(RepositoryFailure) {
        try await change("advance", "\(drop) to \(phase)") { [base] () throws(RepositoryFailure) in
            try await base.advance(drop, to: phase, failure: failure, at: utc)
        }
    }

    package func unfinishedDrops() async throws(RepositoryFailure) -> [Drop] {
        try await act("ask for drops") { () throws(RepositoryFailure) in try await base.unfinishedDrops() }
    }
}

extension SimulatedSpool {
    package func claimUnfinished(
        limit: Int, after: JobID?, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Job] {
        try await change("take up") { [base] () throws(RepositoryFailure) in
            try await base.claimUnfinished(limit: limit, after: after, token: token, at: utc)
        }
    }

    package func admitGated(
        except closed: Set<String>, limit: Int, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> GateAdmission {
        try await change("admit jobs") { [base] () throws(RepositoryFailure) in
            try await base.admitGated(except: closed, limit: limit, token: token, at: utc)
        }
    }

    package func withdraw(_ job: JobID, token: Int64, at utc: UTCMillis) async throws(RepositoryFailure) -> Bool {
        let late: @Sendable () async -> Void = { [base, bug] in
            let token = await Self.token(token, job, base, bug)
            _ = try? await base.withdraw(job, token: token, at: utc)
        }
        return try await change("withdraw job", "\(job)", late: late) { [base] () throws(RepositoryFailure) in
            try await base.withdraw(job, token: token, at: utc)
        }
    }

    package func recordCancellation(_ job: JobID) async throws(RepositoryFailure) {
        try await change("note that job is cancelled", "\(job)") { [base] () throws(RepositoryFailure) in
            try await base.recordCancellation(job)
        }
    }

    package func move(
        _ job: Job, to state: JobState, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> Bool {
        let late: @Sendable () async -> Void = { [base, bug] in
            let token = await Self.token(token, job.id, base, bug)
            _ = try? await base.move(job, to: state, token: token, at: utc)
        }
        let state = bug?.written(state) ?? state
        if bug == .unownedFinal, state.isEnd { return await end(job, as: state, at: utc) }
        return try await change("move job", "\(job.id) to \(state)", late: late) {
            [base, bug] () throws(RepositoryFailure) in
            let isMoved = try await base.move(job, to: state, token: token, at: utc)
            if bug == .artworkLost { base.loseArtwork(of: job.id) }
            return isMoved
        }
    }

    /// An injected bug.
    private func end(_ job: Job, as state: JobState, at utc: UTCMillis) async -> Bool {
        let moved = try? await life.act("end job", "\(job.id) as \(state)", dead: RepositoryFailure.busy) {
            [base] () throws(RepositoryFailure) in base.endUnchecked(job, as: state, at: utc)
        }
        return moved != nil
    }

    package func stage(
        _ staging: Staging, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> StageOutcome {
        let late: @Sendable () async -> Void = { [base, bug] in
            let token = await Self.token(token, staging.job, base, bug)
            _ = try? await base.stage(staging, token: token, at: utc)
        }
        return try await change("stage job", "\(staging.job) as \(staging.stem)", late: late) {
            [base] () throws(RepositoryFailure) in
            try await base.stage(staging, token: token, at: utc)
        }
    }

    package func reopen(
        _ job: JobID, mayPayTwice: Bool, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> Result<Job, RetryRefusal> {
        try await change("reopen job", "\(job)") { [base] () throws(RepositoryFailure) in
            try await base.reopen(job, mayPayTwice: mayPayTwice, token: token, at: utc)
        }
    }

    package func approve(_ job: JobID, token: Int64, at utc: UTCMillis) async throws(RepositoryFailure) -> Job? {
        try await change("approve job", "\(job)") { [base] () throws(RepositoryFailure) in
            try await base.approve(job, token: token, at: utc)
        }
    }

    package func redeliver(_ job: JobID, token: Int64, at utc: UTCMillis) async throws(RepositoryFailure) -> Job? {
        try await change("redeliver job", "\(job)") { [base] () throws(RepositoryFailure) in
            try await base.redeliver(job, token: token, at: utc)
        }
    }

    package func retryRule(of job: JobID) async throws(RepositoryFailure) -> RetryRule? {
        try await act("ask for a retry rule", "\(job)") { () throws(RepositoryFailure) in
            try await base.retryRule(of: job)
        }
    }

    package func tally(_ drop: DropID) async throws(RepositoryFailure) -> DropProgress {
        try await act("tally", "\(drop)") { () throws(RepositoryFailure) in try await base.tally(drop) }
    }

    package func failedParts(of drop: DropID) async throws(RepositoryFailure) -> [FailedPart] {
        try await act("ask for failed lines", "\(drop)") { () throws(RepositoryFailure) in
            try await base.failedParts(of: drop)
        }
    }

    package func deliverer(of name: FileName, in outbox: FolderPath) async throws(RepositoryFailure) -> JobID? {
        try await act("ask for a deliverer", name.shown) { () throws(RepositoryFailure) in
            try await base.deliverer(of: name, in: outbox)
        }
    }

    package func author(of content: Digest) async throws(RepositoryFailure) -> JobID? {
        try await act("ask for an author", "\(content)") { () throws(RepositoryFailure) in
            try await base.author(of: content)
        }
    }

    package func job(_ id: JobID) async throws(RepositoryFailure) -> Job? {
        try await act("look at job", "\(id)") { () throws(RepositoryFailure) in try await base.job(id) }
    }

    package func counts() async throws(RepositoryFailure) -> [String: Int] { try await base.counts() }

    package func neededPictures(among digests: [Digest]) async throws(RepositoryFailure) -> Set<Digest> {
        try await act("ask for needed") { () throws(RepositoryFailure) in
            let needed = try await base.neededPictures(among: digests)
            return bug == .keptPictureLost ? [] : needed
        }
    }

    package func removal(of picture: Digest) async throws(RepositoryFailure) -> UTCMillis? {
        try await act("ask for removal") { () throws(RepositoryFailure) in try await base.removal(of: picture) }
    }

    package func keepDropped(
        of drop: DropID, within bounds: RetentionBounds, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Digest] {
        try await change("keep dropped pictures", "\(drop)") { [base] () throws(RepositoryFailure) in
            try await base.keepDropped(of: drop, within: bounds, at: utc)
        }
    }

    package func pictures(of drop: DropID) async throws(RepositoryFailure) -> [Digest] {
        try await act("ask for pictures", "\(drop)") { () throws(RepositoryFailure) in
            try await base.pictures(of: drop)
        }
    }
}

extension SimulatedSpool {
    package func add(
        _ plan: Plan, key: SubmissionKey?, content: Digest, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> PlanAddition {
        try await change("add plan", "\(plan.id)") { [base] () throws(RepositoryFailure) in
            try await base.add(plan, key: key, content: content, at: utc)
        }
    }

    package func plan(_ id: PlanID) async throws(RepositoryFailure) -> Plan? {
        try await act("ask for plan", "\(id)") { () throws(RepositoryFailure) in try await base.plan(id) }
    }

    package func plans() async throws(RepositoryFailure) -> [Plan] { try await base.plans() }

    package func schedules() async throws(RepositoryFailure) -> [PlanSchedule] {
        let schedules = try await base.schedules()
        // Histories without plans stay as they were.
        if schedules.isEmpty { return [] }
        return try await act("ask for plans") { () throws(RepositoryFailure) in try await base.schedules() }
    }

    package func change(_ plan: Plan, at utc: UTCMillis) async throws(RepositoryFailure) -> Bool {
        try await change("change plan", "\(plan.id)") { [base] () throws(RepositoryFailure) in
            try await base.change(plan, at: utc)
        }
    }

    package func cancel(_ id: PlanID) async throws(RepositoryFailure) -> Bool {
        try await change("cancel plan", "\(id)") { [base] () throws(RepositoryFailure) in try await base.cancel(id) }
    }

    package func settle(
        _ run: PlanRun, _ submission: (jobs: SubmittedJobs, drop: Drop)?, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> PlanRunOutcome {
        let words = "\(run.plan) for \(run.due)" + (run.isMissed ? ", missed" : "")
        return try await change("settle plan", words) { [base, bug] () throws(RepositoryFailure) in
            if bug == .plansTwice { return try base.settleAgain(run, submission, at: utc) }
            return try await base.settle(run, submission, at: utc)
        }
    }
}

extension SimulatedSpool {
    package func submit(
        _ submission: SubmittedJobs, drop: Drop, key: SubmissionKey?, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> SubmittedJobs {
        try await change("submit job", "\(submission.first.id)") { [base, bug] () throws(RepositoryFailure) in
            try await base.submit(submission, drop: drop, key: bug == .keyLost ? nil : key, at: utc)
        }
    }

    package func submission(_ key: SubmissionKey) async throws(RepositoryFailure) -> SubmittedJobs? {
        try await base.submission(key)
    }

    package func page(_ query: JobQuery) async throws(RepositoryFailure) -> JobPage { try await base.page(query) }

    package func find(_ part: JobIDFragment, limit: Int) async throws(RepositoryFailure) -> [JobID] {
        try await base.find(part, limit: limit)
    }

    package func forget(
        _ job: JobID, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> Result<ForgottenJob, ForgetRefusal> {
        try await change("forget job", "\(job)") { [base] () throws(RepositoryFailure) in
            try await base.forget(job, at: utc)
        }
    }

    package func soleDrop(of job: JobID) async throws(RepositoryFailure) -> Drop? { try await base.soleDrop(of: job) }

    package func timeline(_ job: JobID) async throws(RepositoryFailure) -> JobTimeline? { try await base.timeline(job) }

    package func steps(
        of job: JobID
    ) async throws(RepositoryFailure) -> (created: UTCMillis, steps: [JobTimeline.Step])? {
        try await base.steps(of: job)
    }
}

extension SimulatedSpool {
    package func begin(
        _ call: Call, reserving: BudgetReservation, within limits: SharedLimits?, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> CallStart {
        let write: @Sendable () async -> Void = { [base, bug, life] in
            // The late write is valid if it happens before a later run has resumed the job.
            let isLawful = (try? await base.job(call.job)).map { $0.token <= token } == true
            let token = await Self.token(token, call.job, base, bug)
            let start = try? await base.begin(call, reserving: reserving, within: limits, token: token, at: utc)
            if isLawful, case .begun = start { life.recordBegun(call.job) }
        }
        if bug == .claimAfterActing {
            unwritten.withLock { $0[call.id] = write }
            return .begun(warnings: [])
        }
        let counted = BudgetReservation(
            folder: reserving.folder, submitter: reserving.submitter, estimate: reserving.estimate,
            moment: reserving.moment, caps: bug == .noCap ? [] : reserving.caps)
        return try await change("begin call", "\(call.id) of job \(call.job)", late: write) {
            [base, life, counted] () throws(RepositoryFailure) in
            let start = try await base.begin(call, reserving: counted, within: limits, token: token, at: utc)
            if case .begun = start { life.recordBegun(call.job) }
            return start
        }
    }

    package func adopt(_ call: Call, token: Int64, at utc: UTCMillis) async throws(RepositoryFailure) -> Bool {
        try await change("adopt call", "\(call.id)") { [base] () throws(RepositoryFailure) in
            try await base.adopt(call, token: token, at: utc)
        }
    }

    package func purchase(_ key: Digest) async throws(RepositoryFailure) -> Call? {
        try await act("ask for purchase") { () throws(RepositoryFailure) in try await base.purchase(key) }
    }

    package func keep(_ call: Call, settling: Settlement?, at utc: UTCMillis) async throws(RepositoryFailure) {
        try await change("keep call", "\(call.id) as \(call.phase), \(call.failure.map { "\($0)" } ?? "well")") {
            [base, self] () throws(RepositoryFailure) in
            await unwritten.withLock { $0.removeValue(forKey: call.id) }?()
            try await base.keep(call, settling: bug == .unspent ? Settlement(.unspent) : settling, at: utc)
        }
    }

    package func lastCall(of job: JobID) async throws(RepositoryFailure) -> Call? {
        try await act("ask for call", "\(job)") { () throws(RepositoryFailure) in try await base.lastCall(of: job) }
    }

    package func standing(
        of caps: [BudgetCap], at moment: BudgetMoment
    ) async throws(RepositoryFailure) -> [CapUsage] {
        try await base.standing(of: caps, at: moment)
    }

    package func cost(of job: JobID) async throws(RepositoryFailure) -> JobCost {
        try await act("ask for cost", "\(job)") { () throws(RepositoryFailure) in try await base.cost(of: job) }
    }

    package func spend(_ query: SpendQuery) async throws(RepositoryFailure) -> [SpendLine] {
        try await base.spend(query)
    }

    package func amounts(laterThan today: LocalDay) async throws(RepositoryFailure) -> FutureAmounts? {
        try await base.amounts(laterThan: today)
    }
}
