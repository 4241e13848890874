package import Domain
import MVICore

/// Has pictures generated: at most so many calls a backend at once, and none while the backend is at fault.
///
/// Retries, waits and health are decided here alone. Each job that is asked for is answered once.
package enum Backends: Feature {
    package enum Action: Equatable, Sendable {
        case generate([Job])
        /// Nobody wants the picture any more. A job whose call runs is answered when that call ends.
        case cancel(JobID)
        /// Nobody wants the picture any more, unless its call was begun. Only then nothing is answered.
        case withdraw(JobID)
        /// Something was changed, a key perhaps: a backend that is down or paused may be tried at once.
        case release(String)
        /// Begin nothing new until `resume`.
        case pause
        case resume
        /// What runs ends; nothing new begins.
        case drain
    }

    package enum InternalAction: Equatable, Sendable {
        case asked([Job])
        case answered(JobID, Result<Made, JobFailure>)
        case news(JobID, CallNews)
        case cancelAsked(JobID)
        /// `nil`: the backend is ready.
        case probed(String, BackendFailure?)
        case released(String)
        /// A backend's rate lets it take another call.
        case rateDue(String)
        case paused(Bool)
        case draining
    }

    /// What happens while a call runs.
    package enum CallNews: Equatable, Sendable {
        /// The call is written down, and its job is `submitting`.
        case begun
        /// A backend has the work and gave a handle. With it the job's new state is stored: it is `submitted`.
        case submitted(to: String)
        /// A backend has the work since earlier. By its handle, as by a new one, it can be cancelled.
        case handedOver
        /// What the backend answered can't be written down. It is kept in memory and tried again.
        case unsaved(JobFailure)
        /// It could be written after all.
        case saved
    }

    package enum Effect: Equatable, Sendable {
        /// By the backend `on`, unless another one works on it already. `mayRepeat`: a call that may have been sent may
        /// be sent again.
        case generate(Job, on: String, call: CallID, seed: UInt64, mayRepeat: Bool, utc: Int64)
        /// Fetch a picture that is made, from the address that its backend gave. Orders nothing, whatever comes of it.
        case fetch(Job)
        /// Ask the backend to stop what it was handed over.
        case cancel(JobID)
        /// Wait, then look whether the backend would take work.
        case probe(String, after: Duration)
        /// Wait until a backend's rate lets it take another call.
        case pace(String, for: Duration)
    }

    package enum TaskID: Hashable, Sendable {
        case call(JobID)
        case cancel(JobID)
        case probe(String)
        case pace(String)
    }

    package enum Event: Equatable, Sendable {
        case answered(JobID, PictureAnswer)
        /// A backend is asked for a job's picture: the job is `submitting`.
        case begun(Job, on: String)
        /// It has the work: the job is `submitted`.
        case submitted(Job, to: String)
        /// Its jobs wait; it is looked at again at `until`, milliseconds since 1970.
        case wentDown(String, BackendFailure, until: Int64)
        /// It asked for fewer requests: its jobs wait until then.
        case slowedDown(String, until: Int64)
        /// Its jobs may ask again; the first of them shows whether it works.
        case recovered(String)
        /// One that works in this one's place recovered: the jobs of this one may ask again.
        case freed(String)
        /// What was bought for a job can't be stored for now.
        case unsaved(Job, JobFailure)
        /// Caps have come near their end.
        case nearsCaps([BudgetCap])
        /// A cap holds the first job, and will hold others.
        case usedUp(BudgetStop)
    }
}
