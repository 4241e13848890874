/// How the service stands.
public struct Status: Codable, Equatable, Sendable {
    public enum Phase: String, Codable, Equatable, Sendable, CaseIterable {
        case starting
        case running
        /// Nothing new is begun until somebody resumes it.
        case paused
        /// What runs ends, then the service does.
        case draining
    }

    public var version: String
    public var pid: Int32
    public var phase: Phase
    /// Whether all is well.
    public var health: HealthReport
    public var started: WireTime
    /// Seconds since the start.
    public var uptime: Int64
    /// How many jobs stand in each state, by the state's word. All states are there.
    public var jobs: [String: Int]
    /// How many jobs came to an end since the start, by the state's word.
    public var ended: [String: Int]
    /// For how many seconds the oldest job is open that waits for no person; `nil` when there is none.
    public var oldest: Int64?
    /// In the order of the configuration.
    public var folders: [FolderStatus]
    public var backends: [BackendStatus]
    /// How far each cap on spending is used up.
    public var budget: [BudgetStatus]
    public var caches: [CacheStatus]
    /// Why the service as a whole makes work wait; empty when nothing does.
    public var gates: [Gate]
    /// The newest first, at most ten.
    public var lastErrors: [Trouble]

    private enum CodingKeys: String, CodingKey {
        case version, pid, phase, health, started, jobs, ended, folders, backends, budget, caches, gates
        case uptime = "uptime_seconds"
        case oldest = "oldest_job_seconds"
        case lastErrors = "last_errors"
    }

    public init(
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
