import BackendsFeature
import IntakeFeature
import JobsFeature
import MVIRuntime

extension AppContainer {
    /// How all stores stand. Observable.
    var standing: ServiceStanding {
        let (intake, jobs, backends) = (intake.state, jobs.state, backends.state)
        let atWork = jobs.atWorkCount - backends.queue.count
        return ServiceStanding(
            folders: intake.folders.count, missing: intake.folders.count { $0.isMissing }, atWork: max(0, atWork),
            waiting: jobs.entries.count - max(0, atWork), hasTakenUp: jobs.phase == .running,
            isStalled: jobs.isStalled, trouble: intake.waiting.map(ServiceStanding.Trouble.init))
    }
}

extension Jobs.State {
    /// Jobs with which something is being done, or which Backends has.
    fileprivate var atWorkCount: Int {
        entries.values.count { entry in
            switch entry.activity {
            case .asking, .staging, .delivering, .moving: true
            case .queued, .sleeping, .resting: false
            }
        }
    }
}

extension Intake.Folder {
    fileprivate var isMissing: Bool {
        switch health {
        case .unknown, .fine: false
        case .missing, .unmounted, .unreadable, .misconfigured: true
        }
    }
}

extension ServiceStanding.Trouble {
    fileprivate init(_ trouble: IntakeTrouble) {
        self =
            switch trouble {
            case .lowDisk: .disk
            case .repository: .database
            case .storage: .storage
            }
    }
}
