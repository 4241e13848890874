package import Domain

/// The status of the whole service.
package struct Status: Codable, Equatable, Sendable {
    package enum Phase: String, Codable, Equatable, Sendable, CaseIterable {
        case starting
        case running
        /// No new work starts until the service is resumed.
        case paused
        /// Running work is finished, then the service stops.
        case draining
    }

    package var version: String
    package var pid: Int32
    package var phase: Phase
    /// The health, with a reason for every problem.
    package var health = HealthReport()
    package var started: WireTime
    /// Seconds since the start.
    package var uptime: Int64
    /// The number of jobs in each state, by the state's name. Contains all states.
    package var jobs: [String: Int] = [:]
    /// The number of jobs that ended since the start, by final state.
    package var ended: [String: Int] = [:]
    /// The number of drops that were ever refused, by the reason's code.
    package var refused: [String: Int] = [:]
    /// The age in seconds of the oldest unfinished job that does not wait for a person; `nil` without any.
    package var oldest: Int64?
    /// In the order of the configuration.
    package var folders: [FolderStatus] = []
    package var backends: [BackendStatus] = []
    /// The status of every spending cap.
    package var budget: [BudgetStatus] = []
    package var caches: [CacheStatus] = []
    /// Conditions that make all work wait; empty when there are none.
    package var gates: [Gate] = []
    /// The gates of the configuration, in its order.
    package var configuredGates: [GateStatus] = []
    /// The targets of notifications, in the order of the configuration.
    package var targets: [NotifyStatus] = []
    /// The plans that are active; absent without any.
    package var plans: PlansStatus?
    /// Newest first, at most ten.
    package var lastErrors: [Trouble] = []
    /// The services that share the database; absent if it is this one's own.
    package var fleet: FleetStatus?

    private enum CodingKeys: String, CodingKey {
        case version, pid, phase, health, started, jobs, ended, refused, folders, backends, budget, caches, gates, plans
        case fleet
        case uptime = "uptime_seconds"
        case oldest = "oldest_job_seconds"
        case configuredGates = "configured_gates"
        case targets = "notify"
        case lastErrors = "last_errors"
    }
}

extension Status {
    package init(version: String, pid: Int32, phase: Phase, started: WireTime, uptime: Int64) {
        self.init(version: version, pid: pid, phase: phase, started: started, uptime: uptime, oldest: nil)
    }
}

/// A condition that makes work wait.
package struct Gate: Codable, Equatable, Sendable {
    /// A stable code, such as `paused` or `disk_low`.
    package var code: String
    package var detail: String
    package var since: WireTime?

    package init(code: String, detail: String, since: WireTime? = nil) {
        self.code = code
        self.detail = detail
        self.since = since
    }
}

/// A recent error.
package struct Trouble: Codable, Equatable, Sendable {
    package var at: WireTime
    /// A stable code.
    package var code: String
    package var detail: String
    /// The affected job.
    package var job: String?
    package var folder: String?

    package init(at: WireTime, code: String, detail: String, job: String? = nil, folder: String? = nil) {
        self.at = at
        self.code = code
        self.detail = detail
        self.job = job
        self.folder = folder
    }
}

/// The status of a watch folder.
package struct FolderStatus: Codable, Equatable, Sendable {
    package var name: String
    /// The printable path of the watch folder.
    package var path: String
    /// The printable path of the outbox.
    package var outbox: String
    /// `fine`, `missing`, `served`, `elsewhere`, `unreadable`, `misconfigured`, or `unknown` before the first listing.
    package var health: String
    /// The number of files that may still be incomplete.
    package var settling: Int
    /// The number of complete files that wait for free capacity.
    package var ready: Int
    /// The number of sidecars without a picture; absent when 0.
    package var alone: Int?
    /// The problem, as a sentence.
    package var detail: String?

    package init(
        name: String, path: String, outbox: String, health: String, settling: Int = 0, ready: Int = 0,
        alone: Int? = nil, detail: String? = nil
    ) {
        self.name = name
        self.path = path
        self.outbox = outbox
        self.health = health
        self.settling = settling
        self.ready = ready
        self.alone = alone
        self.detail = detail
    }
}

/// The status of a backend.
package struct BackendStatus: Codable, Equatable, Sendable {
    package var name: String
    /// The maximum number of concurrent calls.
    package var limit: Int
    /// The number of running calls.
    package var running = 0
    /// The number of jobs waiting for a slot.
    package var waiting = 0
    /// The reason why the backend can't be used now: a stable code and a sentence. Absent when it is ready.
    package var code: String?
    package var detail: String?
    /// Since when the backend can't be used.
    package var since: WireTime?
    /// Plugins only: whether the plugin runs in a sandbox.
    package var sandbox: SandboxState?
    /// What a picture usually costs, such as `0.04 USD`; absent where no price is configured.
    package var price: String?
}

extension BackendStatus {
    package init(name: String, limit: Int, running: Int, waiting: Int, sandbox: SandboxState?) {
        self.init(name: name, limit: limit, running: running, waiting: waiting, code: nil, sandbox: sandbox)
    }
}

/// Whether a plugin's processes are restricted to their own files.
package enum SandboxState: String, Codable, Equatable, Sendable, CaseIterable {
    case on
    /// Switched off in the configuration.
    case off
    /// The kernel has no Landlock, or denies it to the service.
    case unavailable
}

/// The status of a spending cap.
package struct BudgetStatus: Codable, Equatable, Sendable {
    /// The cap in words: `5.00 USD a day`.
    package var cap: String
    /// `all`, `backend`, `folder` or `user`.
    package var scope: String
    /// The name of the backend or folder, or the user's number; absent for `all`.
    package var name: String?
    /// `day` or `month`.
    package var period: String
    /// The cap and the amount spent: money such as `5.00 USD`, or a number of pictures.
    package var limit: String
    package var spent: String
    /// When the budget resets.
    package var resetsAt: WireTime

    private enum CodingKeys: String, CodingKey {
        case cap, scope, name, period, limit, spent
        case resetsAt = "resets_at"
    }
}

extension BudgetStatus {
    /// `cap`: the cap in words.
    package init(_ usage: CapUsage, cap: String) {
        let (scope, name): (String, String?) =
            switch usage.cap.scope {
            case .everything: ("all", nil)
            case .backend(let name): ("backend", name)
            case .folder(let name): ("folder", name)
            case .user(let number): ("user", "\(number)")
            }
        let (limit, spent): (String, String) =
            switch usage.cap.limit {
            case .money(let most): (most.text, Money(micros: usage.spent.micros, currency: most.currency).text)
            case .pictures(let most): ("\(most)", "\(usage.spent.pictures)")
            }
        self.init(
            cap: cap, scope: scope, name: name, period: usage.cap.period.rawValue, limit: limit, spent: spent,
            resetsAt: WireTime(usage.resetsAt))
    }
}

/// The size and hit rate of a cache, counted since the start.
package struct CacheStatus: Codable, Equatable, Sendable {
    /// `renderings` (in memory), `renderings_disk`, or `purchases` (pictures bought earlier).
    package var name: String
    /// The number of lookups that found an entry, and of those that did not.
    package var hits: Int
    package var misses: Int
    /// The size; absent for caches that hold nothing themselves.
    package var entries: Int?
    package var bytes: Int?
    package var limit: Int?
    /// The number of damaged entries that were found and removed; absent for caches in memory.
    package var damaged: Int?
}

extension CacheStatus {
    package init(name: String, hits: Int, misses: Int) {
        self.init(name: name, hits: hits, misses: misses, entries: nil)
    }

    package init(name: String, _ statistics: CacheStatistics) {
        self.init(
            name: name, hits: statistics.hits, misses: statistics.misses, entries: statistics.entries,
            bytes: statistics.bytes, limit: statistics.limit, damaged: statistics.damaged)
    }
}

/// All backends, ordered by name.
package struct BackendList: Codable, Equatable, Sendable {
    package var backends: [BackendStatus]

    package init(backends: [BackendStatus]) {
        self.backends = backends
    }
}

/// The status of all caches.
package struct CacheList: Codable, Equatable, Sendable {
    package var caches: [CacheStatus]

    package init(caches: [CacheStatus]) {
        self.caches = caches
    }
}
