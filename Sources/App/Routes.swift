import BackendsFeature
import Domain
import IntakeFeature
import JobsFeature

/// What one feature says, in another's words. Pure, and without a `default`: a new event must find its way here.
enum Routes {
    static func jobs(_ event: Intake.Event) -> Jobs.Action? {
        switch event {
        case .accepted(let jobs): .accept(jobs)
        case .failed, .settlingLong, .sidecarAlone, .stuck, .folderChanged, .waiting: nil
        }
    }

    static func intake(_ event: Jobs.Event) -> Intake.Action? {
        switch event {
        case .room(let room): .roomChanged(room)
        case .dropEnded(let drop, let failure): .ended(drop, failure)
        case .wantsPictures, .wantsNoPicture, .tookUp, .done, .failed, .waits, .unknown, .held, .approved,
            .approveRefused,
            .cancelled, .cancelRefused, .retried, .retryRefused, .lost, .storageFailed:
            nil
        }
    }

    static func backends(_ event: Jobs.Event) -> Backends.Action? {
        switch event {
        case .wantsPictures(let jobs): .generate(jobs)
        case .wantsNoPicture(let job): .cancel(job)
        case .room, .tookUp, .done, .failed, .waits, .unknown, .held, .approved, .approveRefused, .cancelled,
            .cancelRefused, .retried, .retryRefused, .lost, .dropEnded, .storageFailed:
            nil
        }
    }

    static func jobs(_ event: Backends.Event) -> Jobs.Action? {
        switch event {
        case .answered(let job, let answer): .pictureArrived(job, answer)
        case .recovered(let name), .freed(let name): .released(backend: name)
        case .wentDown, .slowedDown, .nearsCaps, .usedUp, .unsaved: nil
        }
    }
}
