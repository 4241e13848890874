/// Where a job stands. Each change is one row update.
public enum JobState: Equatable, Sendable {
    /// Next: `submitting` (a prompt), `staged` (a picture), `waiting`, `failed`, `cancelled`.
    case queued
    /// The call is written down and may have been sent. Next: `submitted`, `generated`, `waiting`, `unknown`, `failed`.
    case submitting
    /// The backend has it and gave a handle. Next: `generated`, `waiting`, `unknown`, `failed`.
    case submitted
    /// The picture lies in the blobs. Next: `staged`, `waiting`, `failed`.
    case generated
    /// Every output lies in the outbox under a temporary name, and the final names are reserved. Next: `done`.
    case staged
    case done
    /// Until milliseconds since 1970; then it goes on from where its picture and outputs say.
    case waiting(until: Int64, JobFailure)
    /// A person has to release it, or a cap to begin anew. Next: `queued`.
    case held(HoldReason)
    /// Nobody knows whether the backend did the work.
    case unknown
    case failed(JobFailure)
    case cancelled

    /// Whether nothing will happen any more.
    public var isEnd: Bool {
        switch self {
        case .done, .failed, .cancelled: true
        default: false
        }
    }

    /// The stable word for database, API and messages.
    public var word: String {
        switch self {
        case .queued: "queued"
        case .submitting: "submitting"
        case .submitted: "submitted"
        case .generated: "generated"
        case .staged: "staged"
        case .done: "done"
        case .waiting: "waiting"
        case .held: "held"
        case .unknown: "unknown"
        case .failed: "failed"
        case .cancelled: "cancelled"
        }
    }
}
