import Domain

/// Bugs that a simulation can inject, to prove that it would find them.
package enum InjectedBug: String, Equatable, Sendable, CaseIterable {
    /// Calls are recorded only after they were sent.
    case claimAfterActing = "claim-after-acting"
    /// Folders aren't synced.
    case noFolderSync = "no-folder-sync"
    /// Files aren't synced.
    case noFileSync = "no-file-sync"
    /// Only half of each file is written.
    case halfWritten = "half-written"
    /// Gates are open whatever their sources say.
    case ignoredGates = "ignored-gates"
    /// A message that did not arrive counts as delivered.
    case messageLost = "message-lost"
    /// The jobs of a plan's moment are made again although they were made before.
    case plansTwice = "plans-twice"
    /// Calls of unknown outcome are repeated.
    case retryOfUnknown = "retry-of-unknown"
    /// Any error in the provider's format is taken for the provider's own, even if a gateway sent it.
    case gatewayBelieved = "gateway-believed"
    /// A picture that can't be downloaded is ordered again.
    case fetchBuysAgain = "fetch-buys-again"
    /// A late write isn't checked against the job's token.
    case lateWrite = "late-write"
    /// A result that was taken away is delivered again.
    case redelivery
    /// Temporary files are never removed.
    case partsStay = "parts-stay"
    /// Moves between folders always fail.
    case immovable
    /// Files moved to another folder also stay in the old one.
    case sourceStays = "source-stays"
    /// Sidecars are removed instead of moved.
    case sidecarLost = "sidecar-lost"
    /// Waiting jobs have no note in the outbox.
    case noNote = "no-note"
    case noLatest = "no-latest"
    /// Failed lines of a batch aren't kept.
    case noExcerpt = "no-excerpt"
    /// Failed drops have no error text.
    case noReason = "no-reason"
    /// Drops are read without creating jobs.
    case dropLost = "drop-lost"
    /// Only the first line of a batch becomes a job.
    case lineLost = "line-lost"
    /// Only the first of several samples becomes a job.
    case sampleLost = "sample-lost"
    case tagsLost = "tags-lost"
    /// Done jobs get no artwork.
    case artworkLost = "artwork-lost"
    /// Pictures that must be kept are removed.
    case keptPictureLost = "kept-picture-lost"
    /// A repeated submission creates another job.
    case keyLost = "key-lost"
    /// Finished jobs are recorded as cancelled, failed, unknown or held.
    case doneIsCancelled = "done-is-cancelled"
    case doneIsFailed = "done-is-failed"
    case doneIsUnknown = "done-is-unknown"
    case doneIsHeld = "done-is-held"
    /// Purchases are recorded as unspent.
    case unspent
    /// A vision model is asked again although an answer was lost.
    case questionRepeated = "question-repeated"
    /// Caps aren't enforced.
    case noCap = "no-cap"
    /// A node's jobs are freed by the age of their rows instead of the node's lease.
    case ageOnly = "age-only"
    /// The leases of nodes are counted by their own wall clocks.
    case localLease = "local-lease"
    /// Final states are written without looking at the job's token and at the node's membership.
    case unownedFinal = "unowned-final"
    /// Work is only taken after an announcement.
    case announcementsOnly = "announcements-only"
    /// Orders are sent after the lease has ended.
    case paysLate = "pays-late"

    /// The state that is recorded instead of `state`.
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

    /// The jobs that are recorded instead of `jobs`.
    func accepted(_ jobs: [Job]) -> [Job] {
        switch self {
        case .dropLost: []
        case .lineLost: Array(jobs.prefix(1))
        case .sampleLost: jobs.filter { $0.sample.number == 1 }
        case .tagsLost:
            jobs.map { job in
                var request = job.request
                request?.tags = []
                return Job(
                    id: job.id, drop: job.drop, line: job.line, sample: job.sample, folder: job.folder, name: job.name,
                    outbox: job.outbox, request: request, state: job.state, picture: job.picture, created: job.created)
            }
        default: jobs
        }
    }

    /// Whether creating a file with this name by a move, rename or write is skipped.
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
