/// The dropped file or submission that orders jobs. Every new job is made here.
package struct JobOrigin: Equatable, Sendable {
    package let drop: Drop
    package let outbox: FolderPath
    /// The time of the order.
    package let utc: UTCMillis
    /// The local day of that time.
    package let day: LocalDay
    /// The seed of the jobs' identifiers.
    package let seed: UInt64
    /// The identifier of the first job, if it exists already; otherwise it is made like those of the others.
    package let first: JobID?
    package let onConflict: NameConflict
    /// The sender's own reference, for a submission.
    package let reference: String?
    /// The sender's user ID, for a submission.
    package let submitter: UInt32?

    package init(
        drop: Drop, outbox: FolderPath, utc: UTCMillis, day: LocalDay, seed: UInt64, first: JobID? = nil,
        onConflict: NameConflict = .number, reference: String? = nil, submitter: UInt32? = nil
    ) {
        self.drop = drop
        self.outbox = outbox
        self.utc = utc
        self.day = day
        self.seed = seed
        self.first = first
        self.onConflict = onConflict
        self.reference = reference
        self.submitter = submitter
    }

    /// Makes the `index`-th job of the order. `line` is its line of a batch, 0 for the whole drop; outputs are named
    /// after `file`, a path below the outbox. A picture that came with the request is the job's picture, unless another
    /// one is generated from it.
    package func job(
        _ index: Int = 0, line: Int = 0, sample: Sample = .only, named file: FileName, for request: Request?,
        state: JobState = .queued
    ) -> Job {
        let made = JobID(utc: utc, seed: seed, index: index)
        let id = index == 0 ? first ?? made : made
        let values = NameValues(
            file: file, keepsEnding: drop.hasTwin, line: line, sample: sample, job: id, day: day)
        let request = request?.sample(sample.number)
        let naming = (request?.name ?? .stem).naming(values, onConflict: onConflict)
        return Job(
            id: id, drop: drop.id, line: line, sample: sample, folder: drop.folder,
            name: name(values, naming, seed: request?.generation.seed), outbox: outbox, request: request,
            naming: naming, state: state,
            picture: request?.source.task == nil ? request?.source.given.first : nil, created: utc,
            reference: reference, submitter: submitter)
    }

    /// Makes the failed job of a refused drop. It has the drop's identifier, so that repeating the
    /// refusal makes the same job.
    package func refused(_ failure: DropFailure, named name: FileName) -> Job {
        Job(
            id: drop.refusedJob, drop: drop.id, line: 0, folder: drop.folder, name: name, outbox: outbox, request: nil,
            state: .failed(.refused(failure)), created: utc, reference: reference, submitter: submitter)
    }

    /// Makes a job for each picture of a request, never none. `index` is the first job's place in the order.
    package func jobs(
        from index: Int = 0, line: Int = 0, named file: FileName, for request: Request?, state: JobState = .queued
    ) -> [Job] {
        let count = request?.pictures ?? 1
        return (1...count).map { number in
            job(
                index + number - 1, line: line, sample: Sample(number, of: count), named: file, for: request,
                state: state)
        }
    }

    /// The job's name for display: its file's with the numbers of line and sample, or its outputs' where there is no
    /// file.
    private func name(_ values: NameValues, _ naming: OutputNaming, seed: UInt64?) -> FileName {
        let file = values.file
        if drop.hasSource { return file.part(line: values.line, values.sample) }
        let ending = file.bytes.dropFirst(file.stem.bytes.count)
        return FileName(bytes: Array(naming.stem(seed: seed).utf8) + ending)
    }
}

extension Drop {
    /// The identifier of the drop's job if the drop is refused.
    package var refusedJob: JobID { JobID(high: id.high, low: id.low) }

    /// Makes the drop of a submission. It has no file to clean up; its name makes its identity unique. `size`: of its
    /// picture, in bytes.
    package static func submission(to folder: String, at utc: UTCMillis, seed: UInt64, size: Int = 0) -> Drop {
        let id = DropID(utc: utc, seed: seed, index: 1)
        let identity = FileIdentity(
            name: FileName(".submitted-\(id)"), inode: 0, size: Int64(size), modified: UTCNanos(utc.milliseconds))
        return Drop(id: id, folder: folder, identity: identity, phase: .read)
    }
}
