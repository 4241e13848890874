import BackendsFeature
import Domain
import FleetFeature
import GatesFeature
import IntakeFeature
import JobsFeature
import LibraryFeature
import NotesFeature
import NotificationsFeature
import PlansFeature
import ServiceFeature

/// Translates one feature's events into another's actions. Pure, and without `default`, so that every new event has
/// to be routed explicitly.
enum Routes {
    static func jobs(_ event: Intake.Event) -> Jobs.Action? {
        switch event {
        case .accepted(let jobs): .accept(jobs)
        case .withdrawn(let drop, _): .withdraw(drop.id)
        case .failed(_, let failure): failure.isRefusal ? .countRefusal : nil
        case .settlingLong, .cut, .sidecarAlone, .stuck, .folderChanged, .folderRemote, .waiting: nil
        }
    }

    /// A full disk may have room for pictures that need not be kept.
    static func library(_ event: Intake.Event) -> Library.Action? {
        switch event {
        case .waiting(.lowDisk): .cleanUp
        case .waiting, .accepted, .withdrawn, .failed, .settlingLong, .cut, .sidecarAlone, .stuck, .folderChanged,
            .folderRemote:
            nil
        }
    }

    static func library(_ event: Jobs.Event) -> Library.Action? {
        switch event {
        case .done: .artworkMade
        case .remainingCapacity, .needsPictures, .pictureUnneeded, .callUnneeded, .resumedJobs, .stepped, .failed,
            .waits,
            .unknown, .held, .approved, .cancelled, .retried, .redelivering, .readmitted, .submitted, .answered, .lost,
            .dropEnded, .storageFailed:
            nil
        }
    }

    static func intake(_ event: Jobs.Event) -> Intake.Action? {
        switch event {
        case .remainingCapacity(let count): .capacityChanged(count)
        case .submitted(_, let drop), .readmitted(let drop): .adopt(drop)
        case .dropEnded(let drop, let failure): .ended(drop, failure)
        case .needsPictures, .pictureUnneeded, .callUnneeded, .resumedJobs, .stepped, .done, .failed, .waits, .unknown,
            .held, .approved, .cancelled, .retried, .redelivering, .answered, .lost, .storageFailed:
            nil
        }
    }

    /// Among services that share their work, the database says what Intake may take and which drops have ended.
    static func fleet(_ event: Jobs.Event) -> Fleet.Action? {
        switch event {
        case .remainingCapacity(let count): .capacityChanged(count)
        case .submitted, .readmitted: .jobsAdded
        case .dropEnded: .dropEnded
        case .storageFailed: .storageFailed
        case .answered(_, let answer): answer.isUnclear ? .storageFailed : nil
        case .waits(_, let failure, _) where failure.isOfDatabase: .storageFailed
        case .needsPictures, .pictureUnneeded, .callUnneeded, .resumedJobs, .stepped, .done, .failed, .waits, .unknown,
            .held, .approved, .cancelled, .retried, .redelivering, .lost:
            nil
        }
    }

    static func fleet(_ event: Intake.Event) -> Fleet.Action? {
        switch event {
        case .accepted: .jobsAdded
        case .waiting(.repository), .waiting(.storage(.sharedStore)), .folderChanged(_, .unreadable(.database)):
            .storageFailed
        case .settlingLong, .cut, .sidecarAlone, .stuck, .folderChanged, .folderRemote, .waiting, .withdrawn, .failed:
            nil
        }
    }

    static func intake(_ event: Fleet.Event) -> Intake.Action? {
        switch event {
        case .dropEnded(let ended): .conclude(ended)
        case .remainingCapacity(let count): .capacityChanged(count)
        case .claimed, .nodesLost, .foldersToList, .databaseRestored, .outagesKnown, .askedToLeave, .expelled,
            .announcementsUnheard:
            nil
        }
    }

    static func backends(_ event: Fleet.Event) -> Backends.Action? {
        switch event {
        case .outagesKnown(let outages): .outagesKnown(outages)
        case .claimed, .dropEnded, .remainingCapacity, .nodesLost, .foldersToList, .databaseRestored, .askedToLeave,
            .expelled, .announcementsUnheard:
            nil
        }
    }

    static func jobs(_ event: Fleet.Event) -> Jobs.Action? {
        switch event {
        case .claimed(let jobs): .adopt(jobs)
        case .databaseRestored: .databaseRestored
        case .dropEnded, .remainingCapacity, .nodesLost, .foldersToList, .outagesKnown, .askedToLeave, .expelled,
            .announcementsUnheard:
            nil
        }
    }

    static func backends(_ event: Jobs.Event) -> Backends.Action? {
        switch event {
        case .needsPictures(let jobs): .generate(jobs)
        case .pictureUnneeded(let job): .cancel(job)
        case .callUnneeded(let job): .recall(job)
        case .remainingCapacity, .resumedJobs, .stepped, .done, .failed, .waits, .unknown, .held, .approved, .cancelled,
            .retried, .redelivering, .readmitted, .submitted, .answered, .lost, .dropEnded, .storageFailed:
            nil
        }
    }

    static func notes(_ event: Jobs.Event) -> Notes.Action? {
        switch event {
        case .waits(let job, let failure, let until): .rests(Note(job, .waiting(until: until, failure)))
        case .unknown(let job): .rests(Note(job, .unknown))
        case .held(let job, let reason): .rests(Note(job, .held(reason)))
        case .done(let job), .failed(let job, _), .cancelled(let job), .lost(let job): .ended(job.id)
        case .remainingCapacity, .needsPictures, .pictureUnneeded, .callUnneeded, .resumedJobs, .stepped, .approved,
            .retried, .redelivering, .readmitted, .submitted, .answered, .dropEnded, .storageFailed:
            nil
        }
    }

    /// The note on a job left by an earlier run; `nil` for a job that needs no person to continue.
    static func notes(_ entry: Jobs.Entry) -> Notes.Action? {
        guard entry.isAtRest else { return nil }
        switch entry.job.state {
        case .unknown, .held: return .rests(Note(entry.job, entry.job.state))
        case .queued, .submitting, .submitted, .generated, .staged, .waiting, .done, .failed, .cancelled: return nil
        }
    }

    static func jobs(_ event: Backends.Event) -> Jobs.Action? {
        switch event {
        case .answered(let job, let answer): .pictureArrived(job, answer)
        case .begun(let job, _): .progressed(job.id, nil)
        case .progressed(let job, let progress): .progressed(job.id, progress)
        case .recovered(let name), .freed(let name): .released(backend: name)
        case .submitted, .wentDown, .slowedDown, .nearCaps, .usedUp, .unsaved: nil
        }
    }

    static func jobs(_ event: Gates.Event) -> Jobs.Action? {
        switch event {
        case .changed(let closures): .gatesChanged(closures)
        case .opened, .closed, .uncertain: nil
        }
    }

    static func backends(_ event: Gates.Event) -> Backends.Action? {
        switch event {
        case .changed(let closures): .gatesChanged(closures)
        case .opened, .closed, .uncertain: nil
        }
    }

    static func intake(_ event: Gates.Event) -> Intake.Action? {
        switch event {
        case .changed(let closures): .gatesChanged(closures)
        case .opened, .closed, .uncertain: nil
        }
    }

    /// Notifications of jobs are in the database already.
    static func notifications(_ event: Jobs.Event) -> Notifications.Action? {
        switch event {
        case .done, .failed, .unknown, .held, .submitted, .readmitted: .look
        case .remainingCapacity, .needsPictures, .pictureUnneeded, .callUnneeded, .resumedJobs, .stepped, .waits,
            .approved, .cancelled, .retried, .redelivering, .answered, .lost, .dropEnded, .storageFailed:
            nil
        }
    }

    static func jobs(_ event: Plans.Event) -> Jobs.Action? {
        switch event {
        case .fired(_, _, let jobs, _): .accept(jobs)
        case .changed, .missed, .zoneUnknown, .storageFailed: nil
        }
    }

    static func intake(_ event: Plans.Event) -> Intake.Action? {
        switch event {
        case .fired(_, _, _, let drop): .adopt(drop)
        case .changed, .missed, .zoneUnknown, .storageFailed: nil
        }
    }

    static func fleet(_ event: Plans.Event) -> Fleet.Action? {
        switch event {
        case .fired: .jobsAdded
        case .storageFailed: .storageFailed
        case .changed, .missed, .zoneUnknown: nil
        }
    }

    /// Jobs that the budget holds are notified about.
    static func notifications(_ event: Plans.Event) -> Notifications.Action? {
        switch event {
        case .fired(_, _, let jobs, _): jobs.contains { $0.state.notificationKind != nil } ? .look : nil
        case .changed, .missed, .zoneUnknown, .storageFailed: nil
        }
    }

    static func plans(_ event: Jobs.Event) -> Plans.Action? {
        switch event {
        case .remainingCapacity(let count): .capacityChanged(count)
        case .needsPictures, .pictureUnneeded, .callUnneeded, .resumedJobs, .stepped, .done, .failed, .waits, .unknown,
            .held, .approved, .cancelled, .retried, .redelivering, .readmitted, .submitted, .answered, .lost,
            .dropEnded, .storageFailed:
            nil
        }
    }

    static func notifications(_ event: Intake.Event) -> Notifications.Action? {
        switch event {
        case .accepted(let jobs): jobs.contains { $0.state.notificationKind != nil } ? .look : nil
        case .failed(_, let failure): failure.isRefusal ? .look : nil
        case .folderChanged(let folder, let health): health.trouble.map { .tell(.folder(folder, $0)) }
        case .waiting(.lowDisk(let space)): .tell(.disk(space))
        case .waiting, .withdrawn, .settlingLong, .cut, .sidecarAlone, .stuck, .folderRemote: nil
        }
    }

    static func notifications(_ event: Backends.Event) -> Notifications.Action? {
        switch event {
        case .wentDown(let name, let failure, _): .tell(.backend(name, failure))
        // Recorded with the call that came close to the cap.
        case .nearCaps: .look
        case .answered, .begun, .submitted, .progressed, .slowedDown, .recovered, .freed, .unsaved, .usedUp: nil
        }
    }

    static func notifications(_ event: Gates.Event) -> Notifications.Action? {
        switch event {
        case .changed(let closures): .gatesChanged(Set(closures.targets.keys))
        case .opened(let gate): .tell(.gateOpened(gate.name))
        case .closed(let gate, let until): .tell(.gateClosed(gate.name, until: until))
        case .uncertain: nil
        }
    }

    static func plans(_ event: Fleet.Event) -> Plans.Action? {
        switch event {
        case .remainingCapacity(let count): .capacityChanged(count)
        case .claimed, .dropEnded, .nodesLost, .foldersToList, .databaseRestored, .outagesKnown, .askedToLeave,
            .expelled, .announcementsUnheard:
            nil
        }
    }

    static func jobs(_ event: Service.Event) -> Jobs.Action {
        switch event {
        case .paused: .pause
        case .resumed: .resume
        }
    }

    static func library(_ event: Service.Event) -> Library.Action {
        switch event {
        case .paused: .pause
        case .resumed: .resume
        }
    }

    static func backends(_ event: Service.Event) -> Backends.Action {
        switch event {
        case .paused: .pause
        case .resumed: .resume
        }
    }
}

extension Jobs.Answer {
    /// Whether the request may have been stored although it failed.
    fileprivate var isUnclear: Bool {
        switch self {
        case .retryRefused(.repository), .approveRefused(.repository), .redeliverRefused(.repository): true
        default: false
        }
    }
}

extension FolderHealth {
    /// The notification of a folder that can't be listed.
    fileprivate var trouble: FolderTrouble? {
        switch self {
        case .missing: .missing
        case .unmounted: .unmounted
        case .unreadable(let failure): .unreadable(failure)
        case .unknown, .fine, .elsewhere, .misconfigured: nil
        }
    }
}
