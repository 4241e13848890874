/// How the service stands.
package struct Status: Codable, Equatable, Sendable {
    package enum Phase: String, Codable, Equatable, Sendable, CaseIterable {
        case starting
        case running
        /// Nothing new is begun until somebody resumes it.
        case paused
        /// What runs ends, then the service does.
        case draining
    }

    package var version: String
    package var pid: Int32
    package var phase: Phase
    /// Whether all is well.
    package var health: HealthReport
    package var started: WireTime
    /// Seconds since the start.
    package var uptime: Int64
    /// How many jobs stand in each state, by the state's word. All states are there.
    package var jobs: [String: Int]
    /// How many jobs came to an end since the start, by the state's word.
    package var ended: [String: Int]
    /// For how many seconds the oldest job is open that waits for no person; `nil` when there is none.
    package var oldest: Int64?
    /// In the order of the configuration.
    package var folders: [FolderStatus]
    package var backends: [BackendStatus]
    /// How far each cap on spending is used up.
    package var budget: [BudgetStatus]
    package var caches: [CacheStatus]
    /// Why the service as a whole makes work wait; empty when nothing does.
    package var gates: [Gate]
    /// The newest first, at most ten.
    package var lastErrors: [Trouble]

    private enum CodingKeys: String, CodingKey {
        case version, pid, phase, health, started, jobs, ended, folders, backends, budget, caches, gates
        case uptime = "uptime_seconds"
        case oldest = "oldest_job_seconds"
        case lastErrors = "last_errors"
    }

    package init(
        version: String, pid: Int32, phase: Phase, health: HealthReport = HealthReport(), started: WireTime,
        uptime: Int64, jobs: [String: Int] = [:], ended: [String: Int] = [:], oldest: Int64? = nil,
        folders: [FolderStatus] = [],
        backends: [BackendStatus] = [], budget: [BudgetStatus] = [], caches: [CacheStatus] = [], gates: [Gate] = [],
        lastErrors: [Trouble] = []
    ) {
        self.version = version
        self.pid = pid
        self.phase = phase
        self.health = health
        self.started = started
        self.uptime = uptime
        self.jobs = jobs
        self.ended = ended
        self.oldest = oldest
        self.folders = folders
        self.backends = backends
        self.budget = budget
        self.caches = caches
        self.gates = gates
        self.lastErrors = lastErrors
    }
}
