import Domain

/// Mistakes that a simulation can make on purpose, to show that it would find them.
package enum Bug: String, Equatable, Sendable, CaseIterable {
    /// A call is written down only after it was sent.
    case claimAfterActing = "claim-after-acting"
    /// Folders are not synced.
    case noFolderSync = "no-folder-sync"
    /// Files are not synced.
    case noFileSync = "no-file-sync"
    /// Files are written by half.
    case halfWritten = "half-written"
    /// What nobody knows the end of is asked for again.
    case retryOfUnknown = "retry-of-unknown"
    /// An error in the provider's format is taken for the provider's own, whoever answered.
    case gatewayBelieved = "gateway-believed"
    /// A picture that can't be fetched is ordered again.
    case fetchBuysAgain = "fetch-buys-again"
    /// A write that comes late is not held against the job's token.
    case lateWrite = "late-write"
    /// A result that is not there any more is delivered again.
    case redelivery
    /// What lies under a temporary name is never removed.
    case partsStay = "parts-stay"
    /// Nothing is ever moved from a folder to another.
    case immovable
    /// What is moved from a folder to another stays where it was too.
    case sourceStays = "source-stays"
    /// The file beside a picture is removed where it should be moved.
    case sidecarLost = "sidecar-lost"
    /// Nothing says in the outbox what a job waits for.
    case noNote = "no-note"
    case noLatest = "no-latest"
    /// The lines of a batch that failed are not kept.
    case noExcerpt = "no-excerpt"
    /// Nothing says why a drop failed.
    case noReason = "no-reason"
    /// A drop is read, and has no job.
    case dropLost = "drop-lost"
    /// Only the first line of a batch has a job.
    case lineLost = "line-lost"
    case tagsLost = "tags-lost"
    /// An order that comes again is taken again.
    case keyLost = "key-lost"
    /// Who is done is written down as cancelled, failed, unknown or held.
    case doneIsCancelled = "done-is-cancelled"
    case doneIsFailed = "done-is-failed"
    case doneIsUnknown = "done-is-unknown"
    case doneIsHeld = "done-is-held"
    /// What was bought is written down as not spent.
    case unspent
    /// No cap bounds anything.
    case noCap = "no-cap"

    /// What is written down instead of a job's state.
    func written(_ state: JobState) -> JobState {
        guard state == .done else { return state }
        return switch self {
        case .doneIsCancelled: .cancelled
        case .doneIsFailed: .failed(.noSuchBackend("nobody", nearest: nil))
        case .doneIsUnknown: .unknown
        case .doneIsHeld: .held(.approval)
        default: state
        }
    }

    /// What becomes of a drop's jobs.
    func accepted(_ jobs: [Job]) -> [Job] {
        switch self {
        case .dropLost: []
        case .lineLost: Array(jobs.prefix(1))
        case .tagsLost:
            jobs.map { job in
                var request = job.request
                request.tags = []
                return Job(
                    id: job.id, drop: job.drop, line: job.line, folder: job.folder, name: job.name, outbox: job.outbox,
                    request: request, state: job.state, picture: job.picture, created: job.created)
            }
        default: jobs
        }
    }

    /// Whether a move, a renaming or a writing of a file of this name is left out.
    func leavesOut(_ name: FileName) -> Bool {
        switch self {
        case .noNote: name.bytes.suffix(12).elementsEqual(".waiting.txt".utf8)
        case .noLatest: name.bytes.starts(with: "latest.".utf8)
        case .noExcerpt: name.ending == "jsonl"
        case .noReason: name.bytes.suffix(10).elementsEqual(".error.txt".utf8)
        default: false
        }
    }
}
