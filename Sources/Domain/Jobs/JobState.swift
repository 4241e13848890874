/// The state of a job. Each change is one row update.
package enum JobState: Equatable, Sendable {
    /// Waits to be processed. Next: `submitting` (a prompt), `staged` (a picture), `waiting`, `failed`, `cancelled`.
    case queued
    /// The call is recorded and may have been sent. Next: `submitted`, `generated`, `waiting`, `unknown`, `failed`.
    case submitting
    /// The backend accepted the work and returned a handle. Next: `generated`, `waiting`, `unknown`, `failed`.
    case submitted
    /// The picture is stored as a blob. Next: `staged`, `waiting`, `failed`.
    case generated
    /// Every output is in the outbox under a temporary name, and the final names are reserved. Next: `done`.
    case staged
    case done
    /// Retries at the given time and continues from the state that its picture and outputs imply. A job whose picture
    /// is finished but not yet fetched (`.unfetched`) is reported as `submitted`; see `word`.
    case waiting(until: UTCMillis, JobFailure)
    /// Waits for a person to release it, or for a budget cap to reset. Next: `queued`.
    case held(HoldReason)
    /// The backend may or may not have done the work, and there is no way to find out.
    case unknown
    case failed(JobFailure)
    case cancelled

    /// The longest time that anything makes a job wait, in milliseconds. A longer one was computed by a clock that has been
    /// set back since.
    package static let longestWait: Int64 = 2 * 86_400_000

    /// Whether the state is final.
    package var isEnd: Bool {
        switch self {
        case .done, .failed, .cancelled: true
        default: false
        }
    }

    /// The fetch that the job waits for; `nil` unless its picture is finished and only has to be downloaded.
    package var fetch: ResultFetch? {
        if case .waiting(_, .unfetched(let fetch)) = self { return fetch }
        return nil
    }

    /// Returns whether both states wait or are held for the same reason, so that going from one to the other is not
    /// worth reporting.
    package func isSameWait(as other: JobState) -> Bool {
        switch (self, other) {
        case (.waiting(_, .unfetched(let one)), .waiting(_, .unfetched(let other))):
            one.host == other.host && one.failure == other.failure
        case (.waiting(_, .gate(let one)), .waiting(_, .gate(let other))): one.gate == other.gate
        case (.waiting(_, let one), .waiting(_, let other)): one == other
        case (.held(.budget(let one, _)), .held(.budget(let other, _))): one.cap == other.cap
        case (.held(let one), .held(let other)): one == other
        default: false
        }
    }

    /// The gate that the job waits for.
    package var gate: GateClosure? {
        if case .waiting(_, .gate(let closure)) = self { return closure }
        return nil
    }

    /// Waits for a closed gate; `utc` is now.
    package static func behind(_ closure: GateClosure, at utc: UTCMillis) -> JobState {
        .waiting(until: closure.until ?? utc + longestWait, .gate(closure))
    }

    /// The stable word for database, API and messages. `waiting` for a fetch is reported as `submitted`.
    package var word: String {
        switch self {
        case .queued: "queued"
        case .submitting: "submitting"
        case .submitted: "submitted"
        case .generated: "generated"
        case .staged: "staged"
        case .done: "done"
        case .waiting(_, .unfetched): "submitted"
        case .waiting: "waiting"
        case .held: "held"
        case .unknown: "unknown"
        case .failed: "failed"
        case .cancelled: "cancelled"
        }
    }
}

extension JobState {
    /// The words of all states, in the order in which a job may reach them.
    package static var words: [String] {
        [
            "queued", "submitting", "submitted", "generated", "staged", "done", "waiting", "held", "unknown", "failed",
            "cancelled",
        ]
    }
}

/// The numbers of jobs that have ended, by state.
package struct EndedJobs: Equatable, Sendable {
    package var done: Int
    package var failed: Int
    package var cancelled: Int

    package init(done: Int = 0, failed: Int = 0, cancelled: Int = 0) {
        self.done = done
        self.failed = failed
        self.cancelled = cancelled
    }

    package static func + (one: Self, other: Self) -> Self {
        Self(
            done: one.done + other.done, failed: one.failed + other.failed, cancelled: one.cancelled + other.cancelled)
    }
}

/// The reason why a job is held.
package enum HoldReason: Hashable, Sendable, Codable {
    /// A budget cap is used up. The job continues at `until`, or when a person approves it.
    case budget(BudgetExceeded, until: UTCMillis)
    /// A person has to approve the purchase.
    case approval
}

/// The reason why a job failed or has to wait.
package enum JobFailure: Error, Equatable, Sendable, Codable {
    /// The picture can't be read, or its art can't be made.
    case picture(PictureFailure)
    /// The named backend failed.
    case backend(String, BackendFailure)
    /// The picture is finished but could not be downloaded yet. It is not ordered again.
    case unfetched(ResultFetch)
    /// The request names a backend that is not configured; `nearest` is the most similar configured name.
    case noSuchBackend(String, nearest: String?)
    /// A budget cap is used up; nothing was sent.
    case overBudget(BudgetExceeded)
    /// The outbox or the state folder can't be written to.
    case delivery(FileFailure)
    case storage(RepositoryFailure)
    /// The picture's blob no longer exists.
    case pictureLost
    /// The outbox has a file of this name, and `on_conflict` is `fail`.
    case nameTaken(FileName)
    /// An invalid line of a batch; the job was never started.
    case request(PromptFailure)
    /// The dropped file was refused.
    indirect case refused(DropFailure)
    /// A gate is closed; nothing was sent.
    case gate(GateClosure)
}
