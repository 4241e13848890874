/// The dropped file or submission that orders jobs. Every new job is made here.
package struct JobOrigin: Equatable, Sendable {
    package let drop: Drop
    package let outbox: FolderPath
    /// The time of the order.
    package let utc: UTCMillis
    /// The seed of the jobs' identifiers.
    package let seed: UInt64
    /// The sender's own reference, for a submission.
    package let reference: String?
    /// The sender's user ID, for a submission.
    package let submitter: UInt32?

    package init(
        drop: Drop, outbox: FolderPath, utc: UTCMillis, seed: UInt64, reference: String? = nil, submitter: UInt32? = nil
    ) {
        self.drop = drop
        self.outbox = outbox
        self.utc = utc
        self.seed = seed
        self.reference = reference
        self.submitter = submitter
    }

    /// Makes the `index`-th job of the order. `line` is its line of a batch, 0 for the whole drop; outputs are named
    /// after `name`. A picture that came with the request is the job's picture, unless another one is generated from
    /// it.
    package func job(
        _ index: Int = 0, line: Int = 0, named name: FileName, for request: Request?, state: JobState = .queued
    ) -> Job {
        job(JobID(utc: utc, seed: seed, index: index), line, name, request, state)
    }

    /// Makes the job that stands for the drop if it is refused. It has the drop's identifier, so that repeating the
    /// refusal makes the same job.
    package func refused(_ failure: DropFailure, named name: FileName) -> Job {
        job(drop.refusedJob, 0, name, nil, .failed(.refused(failure)))
    }

    private func job(_ id: JobID, _ line: Int, _ name: FileName, _ request: Request?, _ state: JobState) -> Job {
        Job(
            id: id, drop: drop.id, line: line, folder: drop.folder, name: name, outbox: outbox, request: request,
            state: state, picture: request?.source.task == nil ? request?.source.given : nil, created: utc,
            reference: reference, submitter: submitter)
    }
}

extension Drop {
    /// The identifier of the job that stands for the drop if it is refused.
    package var refusedJob: JobID { JobID(high: id.high, low: id.low) }

    /// Makes the drop of a submission. It has no file to clean up; its name makes its identity unique.
    package static func submission(to folder: String, at utc: UTCMillis, seed: UInt64) -> Drop {
        let id = DropID(utc: utc, seed: seed, index: 1)
        let identity = FileIdentity(
            name: FileName(".submitted-\(id)"), inode: 0, size: 0, modified: UTCNanos(utc.milliseconds))
        return Drop(id: id, folder: folder, identity: identity, phase: .read)
    }
}
