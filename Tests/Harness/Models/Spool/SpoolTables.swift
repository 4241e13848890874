import Domain

/// The spooler's memory as plain values: the rules of `SpoolRepository` without a database. Copying it is a snapshot.
struct SpoolTables {
    struct JobRow {
        var job: Job
        var changed: Int64
        var steps: [JobStory.Step]
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
        let job: JobID
        let content: Digest?
    }

    /// A final name that a job holds in its outbox until it has ended.
    struct HeldName {
        let outbox: FolderPath
        let name: String
        let stem: String
        let job: JobID
    }

    var drops: [DropID: Drop] = [:]
    var jobs: [JobID: JobRow] = [:]
    /// In the order of their beginning.
    var calls: [Call] = []
    var ledger: [CallID: LedgerLine] = [:]
    var names: [HeldName] = []
    var authors: [Digest: JobID] = [:]
    var submissions: [SubmissionKey: Submission] = [:]
    /// Jobs that were taken up with the mark that a person cancelled them, and were not tried again since.
    var cancelledBefore: Set<JobID> = []

    /// Oldest first.
    var orderedJobs: [Job] { jobs.values.map(\.job).sorted { $0.id < $1.id } }

    func jobs(of drop: DropID) -> [Job] {
        jobs.values.filter { $0.job.drop == drop }.map(\.job).sorted { $0.line < $1.line }
    }

    /// The job, when a writer with this token may write it.
    func owned(_ id: JobID, _ token: Int64) -> Job? {
        guard let job = jobs[id]?.job, job.token <= token, !job.state.isEnd else { return nil }
        return job
    }

    mutating func put(_ job: Job, at utc: Int64) {
        jobs[job.id]?.job = job
        jobs[job.id]?.changed = utc
    }

    /// Adds a step to the job's story.
    mutating func note(_ state: JobState, of job: JobID, at utc: Int64) {
        jobs[job]?.steps.append(JobStory.Step(state: state, at: utc))
    }

    mutating func insert(_ job: Job, at utc: Int64) {
        if jobs(of: job.drop).contains(where: { $0.line == job.line }) { return }
        jobs[job.id] = JobRow(job: job, changed: utc, steps: [JobStory.Step(state: job.state, at: utc)])
    }

    /// `false` when an unfinished drop of the same folder holds the identity.
    mutating func insert(_ drop: Drop) -> Bool {
        let isHeld = drops.values.contains {
            $0.phase != .gone && $0.folder == drop.folder && $0.identity == drop.identity
        }
        if !isHeld { drops[drop.id] = drop }
        return !isHeld
    }
}

extension RepositoryFailure {
    /// A row that is spoken of is not there.
    static func absent(_ what: String) -> Self { .failed(code: 12, what) }
}
