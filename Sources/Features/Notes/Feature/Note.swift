package import Domain

/// What is to be told of a job that waits.
package struct Note: Equatable, Sendable {
    package let job: JobID
    /// The dropped file's name.
    package let name: FileName
    package let outbox: FolderPath
    /// Why it goes no further. Until when is left out: that changes all the time.
    package let state: JobState

    package init(_ job: Job, _ state: JobState) {
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
