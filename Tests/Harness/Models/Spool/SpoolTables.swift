import Domain

/// The tables of the spool as plain values: the rules of the repositories without a database. A copy is a snapshot.
struct SpoolTables {
    struct JobRow {
        var job: Job
        var changed: UTCMillis
        var steps: [JobTimeline.Step]
    }

    struct LedgerLine {
        let backend: String
        let folder: String
        let submitter: UInt32?
        var date: LedgerDate
        var charge: Charge
        var micros: Int64
        var currency: String?
    }

    struct Submission {
        let drop: DropID
        let content: Digest?
    }

    /// An output name reserved by a job in its outbox until the job has ended.
    struct HeldName {
        let outbox: FolderPath
        let name: String
        let stem: String
        let job: JobID
    }

    /// A picture that is kept after its delivery.
    struct Kept {
        let source: ArtworkSource
        let size: Int64
        var time: UTCMillis
    }

    /// The last file that was delivered under a name.
    struct DeliveredName {
        let outbox: FolderPath
        let name: String
        let digest: Digest
        let job: JobID
    }

    var drops: [DropID: Drop] = [:]
    /// Where the notes on waiting jobs are.
    var notes: [JobID: NotePlace] = [:]
    var jobs: [JobID: JobRow] = [:]
    var kept: [Digest: Kept] = [:]
    /// When pictures of artworks were removed.
    var removed: [Digest: UTCMillis] = [:]
    /// Jobs that a clean-up erased, as they were. Nothing but the end of a history reads them.
    var erased: [Job] = []
    /// Failed jobs that were marked as read.
    var read: Set<JobID> = []
    /// The number of refused drops, by code.
    var refusals: [String: Int] = [:]
    /// In the order in which they began.
    var calls: [Call] = []
    var ledger: [CallID: LedgerLine] = [:]
    var names: [HeldName] = []
    var delivered: [DeliveredName] = []
    var authors: [Digest: JobID] = [:]
    var submissions: [SubmissionKey: Submission] = [:]
    var plans: [PlanID: PlanRow] = [:]
    var firedPlans: [FiredPlan] = []
    /// What is known of staged outputs.
    var making: [JobID: ArtworkMaking] = [:]
    var artworks: [JobID: Artwork] = [:]
    var tagCalls: [TagCall] = []
    /// Of each folder whose artworks are tagged by themselves: the last one that is done with, and the time since when.
    var taggedFolders: [String: (artwork: Int64, since: UTCMillis)] = [:]
    var lastArtwork: Int64 = 0
    /// Pairs of artworks that were told apart.
    var apart: Set<Set<ArtworkNumber>> = []
    /// Jobs that were resumed with a pending cancellation and not retried since.
    var cancelledBefore: Set<JobID> = []
    var fleet = FleetTables()
    var notifications = NotificationTables()

    /// Failed jobs that nobody has marked as read.
    var unread: Set<JobID> {
        Set(jobs.values.filter { $0.job.state.word == "failed" && !read.contains($0.job.id) }.map(\.job.id))
    }

    /// Oldest first.
    var orderedJobs: [Job] { jobs.values.map(\.job).sorted { $0.id < $1.id } }

    func jobs(of drop: DropID) -> [Job] {
        jobs.values.filter { $0.job.drop == drop }.map(\.job).inFileOrder
    }

    /// The job, if a writer with this token may change it.
    func owned(_ id: JobID, _ token: Int64) -> Job? {
        guard let job = jobs[id]?.job, job.token <= token, !job.state.isEnd else { return nil }
        return job
    }

    mutating func put(_ job: Job, at utc: UTCMillis) {
        jobs[job.id]?.job = job
        jobs[job.id]?.changed = utc
    }

    /// Appends a step to the job's history.
    mutating func note(_ state: JobState, of job: JobID, at utc: UTCMillis) {
        jobs[job]?.steps.append(JobTimeline.Step(state: state, at: utc))
        tell(of: job, state, at: utc)
    }

    mutating func insert(_ job: Job, at utc: UTCMillis) {
        if jobs(of: job.drop).contains(where: { $0.line == job.line && $0.sample == job.sample }) { return }
        jobs[job.id] = JobRow(job: job, changed: utc, steps: [JobTimeline.Step(state: job.state, at: utc)])
        tell(of: job.id, job.state, at: utc)
    }

    private mutating func tell(of id: JobID, _ state: JobState, at utc: UTCMillis) {
        guard let row = jobs[id] else { return }
        notifications.record(state, of: row.job, step: row.steps.count, at: utc)
    }

    /// Inserts the drop. Returns `false` if an unfinished drop of the same folder has the same file identity.
    mutating func insert(_ drop: Drop) -> Bool {
        let isHeld = drops.values.contains {
            $0.phase != .gone && $0.folder == drop.folder && $0.identity == drop.identity
        }
        if !isHeld { drops[drop.id] = drop }
        return !isHeld
    }
}

extension SpoolTables {
    mutating func refuse(_ drop: DropID, failure: DropFailure, as job: Job, code: String, at utc: UTCMillis) {
        guard drops[drop]?.phase == .claimed else { return }
        drops[drop]?.phase = .ended
        drops[drop]?.failure = failure
        insert(job, at: utc)
        refusals[code, default: 0] += 1
    }

    mutating func readmit(_ drop: Drop, jobs: [Job], token: Int64, at utc: UTCMillis) -> [Job]? {
        guard let first = jobs.first, let refused = self.jobs[first.id]?.job, refused.request == nil,
            drops[drop.id]?.phase == .gone
        else { return nil }
        drops[drop.id] = drop
        var again = first
        again.retries = refused.retries + 1
        again.token = max(refused.token, token)
        fleet.owners[again.id] = nil
        read.remove(again.id)
        put(again, at: utc)
        note(again.state, of: again.id, at: utc)
        for job in jobs.dropFirst() { insert(job, at: utc) }
        return self.jobs(of: drop.id)
    }
}

extension RepositoryFailure {
    /// A referenced row doesn't exist.
    static func absent(_ what: String) -> Self { .failed(code: 12, what) }
}

extension SpoolTables {
    mutating func claimUnfinished(limit: Int, after: JobID?, token: Int64, at utc: UTCMillis) -> [Job] {
        let found = orderedJobs.filter { job in
            !job.state.isEnd && job.state.gate == nil && after.map { job.id > $0 } != false
        }
        return found.prefix(limit).map { job in
            var taken = job
            taken.token = max(token, job.token + 1)
            put(taken, at: utc)
            if taken.isCancelRequested { cancelledBefore.insert(taken.id) }
            return taken
        }
    }

    /// The owner of the admitted jobs is `node`.
    mutating func admitGated(
        except closed: Set<String>, limit: Int, by node: NodeID?, token: Int64, at utc: UTCMillis
    ) -> GateAdmission {
        let found = orderedJobs.filter { job in
            job.state.gate.map { !closed.contains($0.gate) } == true
        }
        let urgent = found.sorted { one, other in
            ((one.request?.priority ?? .normal), one.id) < ((other.request?.priority ?? .normal), other.id)
        }
        let jobs = urgent.prefix(limit).map { job in
            var admitted = job
            admitted.state = .queued
            admitted.token = max(token, job.token + 1)
            fleet.owners[job.id] = node
            put(admitted, at: utc)
            note(.queued, of: job.id, at: utc)
            return admitted
        }
        let waiting = orderedJobs.count { $0.state.gate != nil }
        return GateAdmission(jobs: jobs, waiting: min(waiting, GateAdmission.mostCounted))
    }

    mutating func move(
        _ id: JobID, to state: JobState, picture: StoredPicture?, token: Int64, at utc: UTCMillis
    ) -> Bool {
        guard var job = owned(id, token) else { return false }
        let isAlike = waitsAlike(id, state)
        job.state = state
        job.picture = picture ?? job.picture
        job.token = token
        put(job, at: utc)
        if state.gate != nil { fleet.owners[id] = nil }
        if state.isEnd { names.removeAll { $0.job == id } }
        if state == .done {
            record(job)
            recordArtwork(job, at: utc)
        }
        if !isAlike { note(state, of: id, at: utc) }
        return true
    }

    /// Whether the job is already waiting or held for the same reason.
    private func waitsAlike(_ id: JobID, _ state: JobState) -> Bool {
        jobs[id]?.steps.last?.state.isSameWait(as: state) == true
    }

    mutating func recordCancellation(_ id: JobID) {
        if jobs[id]?.job.state.isEnd == false { jobs[id]?.job.isCancelRequested = true }
    }

    mutating func stage(_ staging: Staging, token: Int64, at utc: UTCMillis) -> StageOutcome {
        guard var job = owned(staging.job, token) else { return .lost }
        names.removeAll { $0.job == job.id }
        var attempt = 1
        var outcome = obstacle(staging, attempt, job.outbox)
        while let obstacle = outcome, staging.onConflict.isPassed(by: obstacle) {
            attempt += 1
            outcome = self.obstacle(staging, attempt, job.outbox)
        }
        if let outcome {
            guard case .reserved(let name) = outcome, staging.onConflict == .fail else { return outcome }
            return .taken(name)
        }
        let stem = staging.stem(attempt)
        names += stem.foldedNames.map { HeldName(outbox: job.outbox, name: $0, stem: stem.folded, job: job.id) }
        let replaced = staging.contents.filter { staging.taken.contains($0.key) && stem.foldedNames.contains($0.key) }
        job.outputs = staging.outputs(named: stem, replacing: replaced)
        job.missingArt = staging.missingArt
        making[job.id] = staging.making
        job.state = .staged
        job.token = token
        put(job, at: utc)
        note(.staged, of: job.id, at: utc)
        for digest in staging.parts.filter(\.isText).compactMap(\.digest) { authors[digest] = job.id }
        return .staged(job.outputs)
    }

    /// What keeps a job from the `attempt`-th stem: `.reserved` or `.taken`, `nil` if nothing does.
    private func obstacle(_ staging: Staging, _ attempt: Int, _ outbox: FolderPath) -> StageOutcome? {
        let stem = staging.stem(attempt)
        let pairs = zip(stem.names, stem.foldedNames)
        let held = names.filter { $0.outbox == outbox }
        if let (_, name) = pairs.first(where: { pair in held.contains { $0.name == pair.1 } }) {
            return .reserved(FileName(name))
        }
        if held.contains(where: { $0.stem == stem.folded }) { return .reserved(FileName(stem.names.first ?? "")) }
        let taken = pairs.first { _, folded in
            staging.taken.contains(folded)
                && !delivered.contains { file in
                    file.outbox == outbox && file.name == folded && file.digest == staging.contents[folded]
                }
        }
        return taken.map { .taken(FileName($0.0)) }
    }

    /// Records what a job has delivered, so that it can be replaced.
    private mutating func record(_ job: Job) {
        for output in job.outputs {
            guard let digest = output.digest, let name = output.name.text.map(OutputName.fold) else { continue }
            delivered.removeAll { $0.outbox == job.outbox && $0.name == name }
            delivered.append(DeliveredName(outbox: job.outbox, name: name, digest: digest, job: job.id))
        }
    }

    func deliverer(of name: FileName, in outbox: FolderPath) -> JobID? {
        let folded = name.text.map(OutputName.fold)
        return delivered.first { $0.outbox == outbox && $0.name == folded }?.job
    }

    func retryRule(of id: JobID) -> RetryRule? {
        (jobs[id]?.job).map { retryRule(of: $0, lastCall(of: id)) }
    }

    private func retryRule(of job: Job, _ call: Call?) -> RetryRule {
        let line = call.flatMap { ledger[$0.id] }
        return RetryRule(job, lastCall: call, charge: line?.charge, isPriced: (line?.micros ?? 0) > 0)
    }

    mutating func reopen(
        _ id: JobID, mayPayTwice: Bool, by node: NodeID? = nil, token: Int64, at utc: UTCMillis
    ) -> Result<Job, RetryRefusal> {
        guard var job = jobs[id]?.job else { return .failure(.noSuchJob) }
        guard job.request != nil || job.line != 0 else { return .failure(.sourceGone) }
        let call = lastCall(of: id)
        let rule = retryRule(of: job, call)
        if let refusal = rule.refusal(mayPayTwice: mayPayTwice) { return .failure(refusal) }
        let fetched = rule.fetchedAgain(mayPayTwice: mayPayTwice, at: utc)
        if let fetched { put(fetched) }
        if let call, let failure = rule.ending(mayPayTwice: mayPayTwice) { end(call, failure) }
        let isUseless = rule.isPictureUnusable
        job.state = rule.reopened(fetched, at: utc)
        job.outputs = []
        if isUseless { job.picture = nil }
        job.isCancelRequested = false
        job.duplicateOf = nil
        cancelledBefore.remove(id)
        read.remove(id)
        job.attempts = 0
        job.retries += 1
        job.token = takenOverToken(of: job, token)
        fleet.owners[id] = node
        put(job, at: utc)
        note(job.state, of: id, at: utc)
        return .success(job)
    }

    private mutating func end(_ call: Call, _ failure: BackendFailure) {
        var ended = call
        ended.phase = .settled
        ended.failure = failure
        put(ended)
        if failure == .unknown { settle(call.id, Settlement(.unknown)) }
    }

    mutating func approve(_ id: JobID, by node: NodeID? = nil, token: Int64, at utc: UTCMillis) -> Job? {
        guard var job = jobs[id]?.job, case .held = job.state else { return nil }
        job.isApproved = true
        return queue(job, by: node, token: token, at: utc)
    }

    mutating func redeliver(_ id: JobID, by node: NodeID? = nil, token: Int64, at utc: UTCMillis) -> Job? {
        guard var job = jobs[id]?.job, job.state == .done, job.picture != nil else { return nil }
        job.outputs = []
        job.missingArt = nil
        job.attempts = 0
        job.retries += 1
        return queue(job, by: node, token: token, at: utc)
    }

    private mutating func queue(_ job: Job, by node: NodeID?, token: Int64, at utc: UTCMillis) -> Job {
        var job = job
        job.state = .queued
        job.token = takenOverToken(of: job, token)
        fleet.owners[job.id] = node
        put(job, at: utc)
        note(.queued, of: job.id, at: utc)
        return job
    }
}

extension SpoolTables {
    mutating func submit(
        _ submission: SubmittedJobs, drop: Drop, key: SubmissionKey?, at utc: UTCMillis
    ) throws(RepositoryFailure) -> SubmittedJobs {
        if let earlier = key.flatMap({ self.submission($0) }) { return earlier }
        var read = drop
        read.phase = .read
        guard insert(read) else { throw .failed(code: 19, "drop \(drop.id)") }
        for job in submission.jobs { insert(job, at: utc) }
        if let key { submissions[key] = Submission(drop: drop.id, content: submission.content) }
        return submission
    }

    func submission(_ key: SubmissionKey) -> SubmittedJobs? {
        guard let found = submissions[key] else { return nil }
        let jobs = jobs(of: found.drop)
        return jobs.first.map { SubmittedJobs($0, Array(jobs.dropFirst()), content: found.content) }
    }

    func page(_ query: JobQuery) -> JobPage {
        let unread = query.isUnread ? unread : nil
        let fitting = jobs.values.filter { row in
            (query.states.isEmpty || query.states.contains(row.job.state.word))
                && (query.folder.map { row.job.folder == $0 } ?? true)
                && (query.backend.map { row.job.asks($0) } ?? true)
                && query.tags.allSatisfy { row.job.request?.tags.contains($0) == true }
                && (query.since.map { row.changed >= $0 } ?? true)
                && (query.after.map { row.job.id < $0 } ?? true)
                && unread?.contains(row.job.id) != false
        }
        let newest = fitting.sorted { $0.job.id > $1.job.id }.map { JobEntry(job: $0.job, changed: $0.changed) }
        return JobPage(jobs: Array(newest.prefix(query.limit)), hasMore: newest.count > query.limit)
    }

    func find(_ part: JobIDFragment, limit: Int) -> [JobID] {
        Array(jobs.keys.filter(part.matches).sorted(by: >).prefix(limit))
    }

    mutating func forget(_ id: JobID) -> Result<ForgottenJob, ForgetRefusal> {
        guard let job = jobs[id]?.job else { return .failure(.noSuchJob) }
        guard job.state.isEnd else { return .failure(.notEnded(state: job.state.word)) }
        notifications.forget(id)
        let bought = calls.filter { $0.job == id && $0.phase == .fetched }.compactMap(\.picture?.digest)
        let pictures = Set(bought + job.pictures)
        jobs[id] = nil
        if let number = artworks[id]?.number { apart = apart.filter { !$0.contains(number) } }
        artworks[id] = nil
        tagCalls.removeAll { $0.job == id }
        if let picture = job.picture?.digest, !artworks.values.contains(where: { $0.picture.digest == picture }) {
            kept[picture] = nil
            removed[picture] = nil
        }
        calls.removeAll { $0.job == id }
        if jobs(of: job.drop).isEmpty { submissions = submissions.filter { $0.value.drop != job.drop } }
        eraseEndedPlans(of: job.drop)
        delivered.removeAll { $0.job == id }
        return .success(ForgottenJob(outbox: job.outbox, outputs: job.outputs, pictures: Array(pictures)))
    }

    func soleDrop(of id: JobID) -> Drop? {
        guard let job = jobs[id]?.job, let drop = drops[job.drop], drop.phase == .gone else { return nil }
        return !drop.isObserved && drop.hasSource && jobs(of: drop.id).count == 1 ? drop : nil
    }

    func timeline(_ id: JobID) -> JobTimeline? {
        jobs[id].map { row in
            JobTimeline(
                entry: JobEntry(job: row.job, changed: row.changed), steps: row.steps, call: lastCall(of: id),
                cost: cost(of: id), samples: jobs(of: row.job.drop).filter { $0.line == row.job.line }.samples)
        }
    }

    func neededPictures(among digests: [Digest]) -> Set<Digest> {
        var needed: Set<Digest> = []
        for row in jobs.values where !row.job.state.isEnd {
            needed.formUnion(row.job.pictures)
        }
        needed.formUnion(calls.filter { $0.phase == .fetched }.compactMap(\.picture?.digest))
        needed.formUnion(kept.keys)
        needed.formUnion(plannedPictures)
        return needed.intersection(digests)
    }

    mutating func keepDropped(of drop: DropID, within bounds: RetentionBounds, at utc: UTCMillis) -> [Digest] {
        let size = drops[drop]?.identity.size ?? 0
        let dropped = jobs(of: drop).filter { $0.state == .done && $0.request?.source.task == nil }
        for picture in dropped.compactMap(\.picture?.digest) {
            if bounds.days > 0, size <= bounds.bytes {
                keep(picture, .dropped, size: size, at: utc)
            } else {
                giveUp(picture, at: utc)
            }
        }
        return giveUp(.dropped, beyond: bounds, limit: 100, at: utc).map(\.digest)
    }

    func pictures(of drop: DropID) -> [Digest] {
        jobs(of: drop).flatMap(\.pictures)
    }

    /// Changes the drop's file identity. Does nothing if another unfinished drop of the folder has that identity.
    mutating func rename(_ id: DropID, to identity: FileIdentity, sidecar: FileIdentity?) {
        guard let drop = drops[id], drop.phase != .gone else { return }
        let isHeld = drops.values.contains { other in
            other.id != id && other.phase != .gone && other.folder == drop.folder && other.identity == identity
        }
        guard !isHeld else { return }
        drops[id]?.identity = identity
        drops[id]?.sidecar = sidecar
    }

    func tally(_ drop: DropID) -> DropProgress {
        let jobs = jobs(of: drop)
        if jobs.contains(where: { !$0.state.isEnd }) { return .open }
        if drops[drop]?.failure == .withdrawn, jobs.allSatisfy({ $0.state == .cancelled }) { return .ended(.withdrawn) }
        return .ended(
            failedParts(of: drop).first.map { $0.sample.isOneOfMany ? .sample($0.failure) : .job($0.failure) })
    }

    func failedParts(of drop: DropID) -> [FailedPart] {
        jobs(of: drop).compactMap { job in
            guard case .failed(let failure) = job.state else { return nil }
            return FailedPart(
                line: job.line, sample: job.sample, job: job.id, failure: failure,
                isRetryable: job.request?.source.inputs.isEmpty != false)
        }
    }

    var counts: [String: Int] {
        jobs.values.reduce(into: [:]) { $0[$1.job.state.word, default: 0] += 1 }
    }
}

extension Job {
    fileprivate func asks(_ backend: String) -> Bool {
        request?.source.task != nil && request?.generation.backend == backend
    }
}

extension SpoolTables {
    mutating func begin(
        _ call: Call, reserving reservation: BudgetReservation, token: Int64, at utc: UTCMillis
    ) -> CallStart {
        for id in ledger.keys { ledger[id]?.date.notice(reservation.moment.day) }
        let standing = reservation.caps.map { self.standing(of: $0, at: reservation.moment) }
        if let full = standing.first(where: { !$0.cap.allows(reservation.estimate, after: $0.spent) }) {
            return .overBudget(BudgetExceeded(cap: full.cap, resetsAt: full.resetsAt))
        }
        guard var job = owned(call.job, token) else { return .lost }
        job.state = .submitting
        job.attempts += 1
        job.token = token
        put(job, at: utc)
        var begun = call
        begun.phase = .submitting
        calls.append(begun)
        ledger[call.id] = LedgerLine(
            backend: call.backend, folder: reservation.folder, submitter: reservation.submitter,
            date: LedgerDate(reservation.moment.day), charge: .reserved, micros: reservation.estimate?.micros ?? 0,
            currency: reservation.estimate?.currency)
        note(.submitting, of: call.job, at: utc)
        let warnings = standing.filter { $0.cap.warns(reservation.estimate, after: $0.spent) }.map(\.cap)
        for cap in warnings {
            let new = notifications.rules.notification(.nearCap(cap), at: utc, day: reservation.moment.day)
            if let new { notifications.record(new) }
        }
        return .begun(warnings: warnings)
    }

    mutating func adopt(_ call: Call, token: Int64) -> Bool {
        guard owned(call.job, token) != nil else { return false }
        calls.append(call)
        return true
    }

    func purchase(_ key: Digest) -> Call? {
        calls.last { $0.purchase == key && $0.phase == .fetched }
    }

    func lastCall(of job: JobID) -> Call? {
        calls.last { $0.job == job }
    }

    mutating func keep(_ call: Call, settling: Settlement?, at utc: UTCMillis) throws(RepositoryFailure) {
        guard let before = calls.first(where: { $0.id == call.id }) else { throw .absent("call \(call.id)") }
        if call.isUncountedAttempt, before.phase != .settled { jobs[call.job]?.job.attempts -= 1 }
        put(call)
        submit(call, at: utc)
        if let settling { settle(call.id, settling) }
    }

    private mutating func submit(_ call: Call, at utc: UTCMillis) {
        guard let state = call.submitted(at: utc), var job = jobs[call.job]?.job else { return }
        let wasSubmitting = job.state == .submitting
        guard wasSubmitting || job.state.word == JobState.submitted.word else { return }
        job.state = state
        put(job, at: utc)
        if wasSubmitting { note(state, of: call.job, at: utc) }
    }

    /// Updates the mutable fields of a call.
    mutating func put(_ call: Call) {
        guard let place = calls.firstIndex(where: { $0.id == call.id }) else { return }
        calls[place].phase = call.phase
        calls[place].handle = call.handle
        calls[place].failure = call.failure
        calls[place].fetch = call.fetch
        calls[place].picture = call.picture
        calls[place].seed = call.seed
        calls[place].reference = call.reference
    }

    mutating func settle(_ call: CallID, _ settlement: Settlement) {
        ledger[call]?.charge = settlement.charge
        if let amount = settlement.amount {
            ledger[call]?.micros = amount.micros
            ledger[call]?.currency = amount.currency
        }
    }

    func cost(of job: JobID) -> JobCost {
        let lines = calls.filter { $0.job == job }.compactMap { ledger[$0.id] }.filter { $0.charge != .unspent }
        let priced = Dictionary(grouping: lines.filter { $0.currency != nil }) { $0.currency ?? "" }
        let sums = priced.sorted { $0.key < $1.key }.map { currency, lines in
            Money(micros: lines.reduce(Int64(0)) { $0 + $1.micros }, currency: currency)
        }
        return JobCost(sums: sums, lostCalls: lines.count { $0.charge == .unknown })
    }
}

extension SpoolTables {
    func standing(of cap: BudgetCap, at moment: BudgetMoment) -> CapUsage {
        let start = moment.start(of: cap.period)
        let lines = ledger.values.filter { line in
            line.charge != .unspent && line.date.counts(since: start, today: moment.day) && line.isUnder(cap.scope)
        }
        let currency = if case .money(let most) = cap.limit { most.currency } else { "" }
        let micros = lines.filter { $0.currency == currency }.reduce(Int64(0)) { $0 + $1.micros }
        return CapUsage(
            cap: cap, spent: Spending(micros: micros, pictures: Int64(lines.count)),
            resetsAt: moment.end(of: cap.period))
    }

    func amounts(laterThan today: LocalDay) -> FutureAmounts? {
        let later = ledger.values.filter { $0.charge != .unspent && $0.date.isLater(than: today) }.map(\.date)
        guard let latest = later.map(\.day).max() else { return nil }
        let counted = later.map { min($0.countedOn ?? today, today) }.max()
        return FutureAmounts(lines: Int64(later.count), latest: latest, countedOn: counted ?? today)
    }

    func spend(_ query: SpendQuery) -> [SpendLine] {
        let lines = ledger.values.compactMap { line -> (line: LedgerLine, day: LocalDay)? in
            guard line.charge != .unspent else { return nil }
            return line.date.day(among: query.days, today: query.today).map { (line, $0) }
        }
        let groups = Dictionary(grouping: lines) { line, day in
            query.groups.map { line.key($0, on: day) } + [line.charge == .unknown ? "1" : "0", line.currency ?? ""]
        }.mapValues { $0.map(\.line) }
        return groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, lines in
            SpendLine(
                keys: Array(key.dropLast(2)), isUnknown: key[key.count - 2] == "1", pictures: Int64(lines.count),
                amount: lines.first?.currency.map { currency in
                    Money(micros: lines.reduce(Int64(0)) { $0 + $1.micros }, currency: currency)
                })
        }
    }
}

extension SpoolTables.LedgerLine {
    fileprivate func isUnder(_ scope: BudgetCap.Scope) -> Bool {
        switch scope {
        case .everything: true
        case .backend(let name): backend == name
        case .folder(let name): folder == name
        case .user(let number): submitter == number
        }
    }

    fileprivate func key(_ group: SpendQuery.Group, on day: LocalDay) -> String {
        switch group {
        case .folder: folder
        case .backend: backend
        case .user: submitter.map { String($0) } ?? ""
        case .day: day.text
        case .month: String(day.text.prefix(7))
        }
    }
}

extension NameConflict {
    /// Whether another stem is tried after this obstacle.
    fileprivate func isPassed(by obstacle: StageOutcome) -> Bool {
        switch (self, obstacle) {
        case (.fail, _), (.replace, .reserved): false
        default: true
        }
    }
}

extension Job {
    /// The digests of the job's own picture and of its input pictures.
    var pictures: [Digest] {
        [picture?.digest].compactMap(\.self) + (request?.source.inputs ?? []).map(\.digest)
    }
}
