import BackendsFeature
import Domain
import IntakeFeature
import JobsFeature

/// What one feature says, in another's words. Pure, and without a `default`: a new event must find its way here.
enum Routes {
    static func jobs(_ event: Intake.Event) -> Jobs.Action? {
        switch event {
        case .accepted(let jobs): .accept(jobs)
        case .failed, .settlingLong, .stuck, .folderChanged, .waiting: nil
        }
    }

    static func intake(_ event: Jobs.Event) -> Intake.Action? {
        switch event {
        case .room(let room): .roomChanged(room)
        case .dropEnded(let drop, let failure): .ended(drop, failure)
        case .wantsPicture, .tookUp, .done, .failed, .cancelled, .waits, .unknown, .lost, .storageFailed: nil
        }
    }

    static func backends(_ event: Jobs.Event) -> Backends.Action? {
        switch event {
        case .wantsPicture(let job): .generate(job)
        case .room, .tookUp, .done, .failed, .cancelled, .waits, .unknown, .lost, .dropEnded, .storageFailed: nil
        }
    }

    static func jobs(_ event: Backends.Event) -> Jobs.Action {
        switch event {
        case .answered(let job, let answer): .pictureArrived(job, answer)
        }
    }
}
