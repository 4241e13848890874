package import Domain
import MVICore

/// Says in the outbox what a job waits for that gets nowhere for a minute, and takes that back at its end.
package enum Notes: Feature {
    package enum Action: Equatable, Sendable {
        case start
        /// A job waits, is held or unknown.
        case rests(Note)
        /// A job has ended, or another has it.
        case ended(JobID)
        /// Nothing more is written.
        case stop
    }

    package enum InternalAction: Equatable, Sendable {
        case started
        /// Whose notes an earlier run left: of jobs that still wait, and of those that have ended.
        case recovered(open: [JobID], ended: [JobID])
        case rested(Note)
        case ended(JobID)
        case woke
        case written(JobID)
        case removed(JobID)
        /// The disk refused to have its note written or removed.
        case refused(JobID)
        case stopped
    }

    package enum Effect: Equatable, Sendable {
        case recover
        case write(Note)
        case remove(JobID)
        case sleep(Duration)
    }

    package enum TaskID: Hashable, Sendable {
        case recovery
        case note(JobID)
        case timer
    }

    /// It tells nobody anything.
    package enum Event: Equatable, Sendable {}

    /// How long a job may wait before it is told, and how long after a refusal it is tried again.
    package static var patience: Duration { .seconds(60) }
    /// How many files are written or removed at once.
    package static var width: Int { 4 }
}
