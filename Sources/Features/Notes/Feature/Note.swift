public import Domain

/// What is to be told of a job that waits.
public struct Note: Equatable, Sendable {
    public let job: JobID
    /// The dropped file's name.
    public let name: FileName
    public let outbox: FolderPath
    /// Why it goes no further. Until when is left out: that changes all the time.
    public let state: JobState

    public init(_ job: Job, _ state: JobState) {
        self.job = job.id
        name = job.name
        outbox = job.outbox
        self.state =
            switch state {
            case .waiting(_, .unfetched(let fetch)): .waiting(until: 0, .unfetched(fetch.untried))
            case .waiting(_, let failure): .waiting(until: 0, failure)
            default: state
            }
    }
}
