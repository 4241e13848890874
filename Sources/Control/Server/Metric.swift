/// Every metric of `/metrics`. `config/api/openapi.json` lists the same metrics.
enum Metric: String, CaseIterable {
    case buildInfo = "textifyd_build_info"
    case ready = "textifyd_ready"
    case health = "textifyd_health"
    case healthReasons = "textifyd_health_reasons"
    case jobs = "textifyd_jobs"
    case jobsEndedTotal = "textifyd_jobs_ended_total"
    case dropsRefusedTotal = "textifyd_drops_refused_total"
    case oldestJobAgeSeconds = "textifyd_oldest_job_age_seconds"
    case folderUp = "textifyd_folder_up"
    case folderFiles = "textifyd_folder_files"
    case backendUp = "textifyd_backend_up"
    case backendCalls = "textifyd_backend_calls"
    case backendCallsLimit = "textifyd_backend_calls_limit"
    case backendJobsWaiting = "textifyd_backend_jobs_waiting"
    case spendAmount = "textifyd_spend_amount"
    case spendPictures = "textifyd_spend_pictures"
    case budgetLimit = "textifyd_budget_limit"
    case budgetUsed = "textifyd_budget_used"
    case cacheHitsTotal = "textifyd_cache_hits_total"
    case cacheMissesTotal = "textifyd_cache_misses_total"
    case cacheEntries = "textifyd_cache_entries"
    case cacheBytes = "textifyd_cache_bytes"
    case cacheLimitBytes = "textifyd_cache_limit_bytes"
    case cacheDamagedTotal = "textifyd_cache_damaged_total"
    case fleetNodes = "textifyd_fleet_nodes"
    case databaseBytes = "textifyd_database_bytes"
    case databaseDeadRows = "textifyd_database_dead_rows"
    case databaseClockAhead = "textifyd_database_clock_ahead_seconds"
    case jobSeconds = "textifyd_job_seconds"
    case jobStateSeconds = "textifyd_job_state_seconds"
    case backendCallSeconds = "textifyd_backend_call_seconds"
    case renderSeconds = "textifyd_render_seconds"
    case scanSeconds = "textifyd_scan_seconds"
    case processCPUSecondsTotal = "process_cpu_seconds_total"
    case processResidentMemoryBytes = "process_resident_memory_bytes"
    case processOpenDescriptors = "process_open_fds"
    case processMaxDescriptors = "process_max_fds"
    case processStartTimeSeconds = "process_start_time_seconds"

    enum Kind: String {
        case counter
        case gauge
        case histogram
    }

    struct Definition: Equatable {
        let kind: Kind
        /// The names of the labels, in the order of their values. Label values are bounded: configured names and the
        /// program's own words.
        let labels: [String]
        let help: String

        fileprivate init(_ kind: Kind, _ help: String, _ labels: [String] = []) {
            self.kind = kind
            self.labels = labels
            self.help = help
        }
    }

    var definition: Definition {
        switch self {
        case .buildInfo: Definition(.gauge, "Always 1.", ["version", "architecture"])
        case .ready: Definition(.gauge, "1 when the service starts new work.")
        case .health: Definition(.gauge, "1 for the current verdict, 0 for the others.", ["verdict"])
        case .healthReasons: Definition(.gauge, "Health problems by code.", ["code"])
        case .jobs: Definition(.gauge, "Jobs by state.", ["state"])
        case .jobsEndedTotal: Definition(.counter, "Jobs finished since the start, by final state.", ["state"])
        case .dropsRefusedTotal: Definition(.counter, "Dropped files that were ever refused, by reason.", ["code"])
        case .oldestJobAgeSeconds: Definition(.gauge, "Age in seconds of the oldest open job that waits for no person.")
        case .folderUp: Definition(.gauge, "1 when the watch folder can be listed.", ["folder"])
        case .folderFiles: Definition(.gauge, "Files that are not jobs yet.", ["folder", "stage"])
        case .backendUp: Definition(.gauge, "1 when the backend accepts calls.", ["backend"])
        case .backendCalls: Definition(.gauge, "Running calls.", ["backend"])
        case .backendCallsLimit: Definition(.gauge, "Maximum number of concurrent calls.", ["backend"])
        case .backendJobsWaiting: Definition(.gauge, "Jobs waiting for the backend.", ["backend"])
        case .spendAmount:
            Definition(
                .gauge, "Money spent in the current day or month, in the currency's main unit.",
                ["backend", "currency", "period", "outcome"])
        case .spendPictures:
            Definition(.gauge, "Pictures ordered in the current day or month.", ["backend", "period", "outcome"])
        case .budgetLimit:
            Definition(.gauge, "Spending cap, in a currency's main unit or in pictures.", Self.capLabels)
        case .budgetUsed: Definition(.gauge, "Spending that counts towards the cap.", Self.capLabels)
        case .cacheHitsTotal: Definition(.counter, "Cache hits.", ["cache"])
        case .cacheMissesTotal: Definition(.counter, "Cache misses.", ["cache"])
        case .cacheEntries: Definition(.gauge, "Entries in the cache.", ["cache"])
        case .cacheBytes: Definition(.gauge, "Bytes in the cache.", ["cache"])
        case .cacheLimitBytes: Definition(.gauge, "Maximum bytes in the cache.", ["cache"])
        case .cacheDamagedTotal: Definition(.counter, "Damaged entries found and removed.", ["cache"])
        case .fleetNodes: Definition(.gauge, "Services that share the database, by state.", ["state"])
        case .databaseBytes: Definition(.gauge, "Size of the database on a server.")
        case .databaseDeadRows:
            Definition(.gauge, "Rows of the database on a server that are not cleared away yet.")
        case .databaseClockAhead:
            Definition(.gauge, "How far this machine's clock is ahead of the database server's; negative if behind.")
        case .jobSeconds: Definition(.histogram, "Time from a job's creation to its final state.", ["state"])
        case .jobStateSeconds: Definition(.histogram, "Time that finished jobs spent in each state.", ["state"])
        case .backendCallSeconds: Definition(.histogram, "Duration of backend calls.", ["backend", "call", "outcome"])
        case .renderSeconds: Definition(.histogram, "Time to render a picture.")
        case .scanSeconds: Definition(.histogram, "Time to list a watch folder.")
        case .processCPUSecondsTotal: Definition(.counter, "User and system CPU time of the process in seconds.")
        case .processResidentMemoryBytes: Definition(.gauge, "Resident memory of the process in bytes.")
        case .processOpenDescriptors: Definition(.gauge, "Open file descriptors of the process.")
        case .processMaxDescriptors: Definition(.gauge, "Maximum number of open file descriptors.")
        case .processStartTimeSeconds: Definition(.gauge, "Start time in seconds since 1970.")
        }
    }

    private static let capLabels = ["scope", "name", "period", "unit"]
}
