/// Where a job stands. Each change is one row update.
package enum JobState: Equatable, Sendable {
    /// Next: `submitting` (a prompt), `staged` (a picture), `waiting`, `failed`, `cancelled`.
    case queued
    /// The call is written down and may have been sent. Next: `submitted`, `generated`, `waiting`, `unknown`, `failed`.
    case submitting
    /// The backend has it and gave a handle; or its picture is made and being fetched, see `fetch`. Next: `generated`, `waiting`, `unknown`, `failed`.
    case submitted
    /// The picture lies in the blobs. Next: `staged`, `waiting`, `failed`.
    case generated
    /// Every output lies in the outbox under a temporary name, and the final names are reserved. Next: `done`.
    case staged
    case done
    /// Until milliseconds since 1970; then it goes on from where its picture and outputs say. A job whose picture is made
    /// and has yet to be fetched is told as `submitted`.
    case waiting(until: Int64, JobFailure)
    /// A person has to release it, or a cap to begin anew. Next: `queued`.
    case held(HoldReason)
    /// Nobody knows whether the backend did the work.
    case unknown
    case failed(JobFailure)
    case cancelled

    /// Whether nothing will happen any more.
    package var isEnd: Bool {
        switch self {
        case .done, .failed, .cancelled: true
        default: false
        }
    }

    /// The fetch that it waits for, `nil` unless its picture is made and lies at an address.
    package var fetch: ResultFetch? {
        if case .waiting(_, .unfetched(let fetch)) = self { return fetch }
        return nil
    }

    /// Whether it waits or is held as in `other`, and for the same reason: that is no news.
    package func rests(like other: JobState) -> Bool {
        switch (self, other) {
        case (.waiting(_, .unfetched(let one)), .waiting(_, .unfetched(let other))):
            one.host == other.host && one.failure == other.failure
        case (.waiting(_, let one), .waiting(_, let other)): one == other
        case (.held(.budget(let one, _)), .held(.budget(let other, _))): one.cap == other.cap
        case (.held(let one), .held(let other)): one == other
        default: false
        }
    }

    /// The stable word for database, API and messages.
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
    /// Every state's word, in the order in which a job may come to them.
    package static var words: [String] {
        [
            "queued", "submitting", "submitted", "generated", "staged", "done", "waiting", "held", "unknown", "failed",
            "cancelled",
        ]
    }
}

/// Why a job waits for a person, or for money.
package enum HoldReason: Hashable, Sendable, Codable {
    /// A cap is used up. It goes on by itself at `until`, milliseconds since 1970, or when a person approves it.
    case budget(BudgetStop, until: Int64)
    case approval

    /// The stable word for database and API.
    package var word: String {
        switch self {
        case .budget: "budget"
        case .approval: "approval"
        }
    }
}

/// Why a job failed or has to wait.
package enum JobFailure: Error, Equatable, Sendable, Codable {
    case picture(PictureFailure)
    case backend(String, BackendFailure)
    /// Its picture is made and could not be fetched yet. Nothing is ordered again.
    case unfetched(ResultFetch)
    /// The request names a backend that is not configured.
    case noSuchBackend(String, nearest: String?)
    /// A cap is used up: nothing was sent.
    case overBudget(BudgetStop)
    /// The outbox or the state folder can't be written.
    case delivery(FileFailure)
    case storage(RepositoryFailure)
    /// The blob is not there any more.
    case pictureLost
    /// A line of a batch that asks for nothing that can be done: it was never begun.
    case request(PromptFailure)
}
