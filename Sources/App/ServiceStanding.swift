/// How the service stands, as a line for a person: what `systemctl status` shows.
struct ServiceStanding: Equatable, Sendable {
    /// Why nothing new is taken.
    enum Trouble: Equatable, Sendable {
        case disk
        case database
        case storage
    }

    var folders = 0
    /// Folders that are not there or can't be listed.
    var missing = 0
    var atWork = 0
    /// Jobs whose turn has not come, and those that wait for a time or for a person.
    var waiting = 0
    /// Whether what an earlier run left has been taken up.
    var hasTakenUp = false
    /// Whether the database could not say what that was.
    var isStalled = false
    var trouble: Trouble?

    func line(_ stage: ServiceStage) -> String {
        switch stage {
        case .starting: isStalled ? "the database does not answer; it is asked again" : "starting"
        case .serving: "watching \(watched); \(work)" + trouble.map { "; nothing new is taken: \($0.text)" }.orEmpty
        case .reloading: "reading the configuration again; \(work)"
        case .stopping, .stopped: "stopping; \(work)"
        }
    }

    private var watched: String {
        let noun = folders == 1 ? "folder" : "folders"
        return missing == 0 ? "\(folders) \(noun)" : "\(folders - missing) of \(folders) \(noun)"
    }

    private var work: String {
        switch (atWork, waiting) {
        case (0, 0): "nothing to do"
        case (_, 0): Self.jobs(atWork) + " at work"
        case (0, _): Self.jobs(waiting) + (waiting == 1 ? " waits" : " wait")
        default: Self.jobs(atWork) + " at work, \(waiting)" + (waiting == 1 ? " waits" : " wait")
        }
    }

    private static func jobs(_ count: Int) -> String {
        count == 1 ? "1 job" : "\(count) jobs"
    }
}

extension ServiceStanding.Trouble {
    fileprivate var text: String {
        switch self {
        case .disk: "the disk is nearly full"
        case .database: "the database fails"
        case .storage: "the blobs can't be written"
        }
    }
}

extension String? {
    fileprivate var orEmpty: String { self ?? "" }
}
