import Domain

extension SpoolTables {
    mutating func submit(
        _ submission: SubmittedJob, drop: Drop, key: SubmissionKey?, at utc: Int64
    ) throws(RepositoryFailure) -> SubmittedJob {
        if let earlier = key.flatMap({ self.submission($0) }) { return earlier }
        var read = drop
        read.phase = .read
        guard insert(read) else { throw .failed(code: 19, "drop \(drop.id)") }
        insert(submission.job, at: utc)
        if let key { submissions[key] = Submission(job: submission.job.id, content: submission.content) }
        return submission
    }

    func submission(_ key: SubmissionKey) -> SubmittedJob? {
        guard let found = submissions[key] else { return nil }
        return jobs[found.job].map { SubmittedJob(job: $0.job, content: found.content) }
    }

    func page(_ query: JobQuery) -> JobPage {
        let fitting = jobs.values.filter { row in
            (query.states.isEmpty || query.states.contains(row.job.state.word))
                && (query.folder.map { row.job.folder == $0 } ?? true)
                && (query.backend.map { row.job.asks($0) } ?? true)
                && (query.since.map { row.changed >= $0 } ?? true)
                && (query.after.map { row.job.id < $0 } ?? true)
        }
        let newest = fitting.sorted { $0.job.id > $1.job.id }.map { JobEntry(job: $0.job, changed: $0.changed) }
        return JobPage(jobs: Array(newest.prefix(query.limit)), hasMore: newest.count > query.limit)
    }

    func find(_ part: JobPart, limit: Int) -> [JobID] {
        Array(jobs.keys.filter(part.matches).sorted(by: >).prefix(limit))
    }

    mutating func forget(_ id: JobID) -> Result<ForgottenJob, ForgetRefusal> {
        guard let job = jobs[id]?.job else { return .failure(.noSuchJob) }
        guard job.state.isEnd else { return .failure(.notEnded(state: job.state.word)) }
        let handles = calls.filter { $0.job == id && $0.phase == .fetched }.compactMap(\.handle)
        let bought = handles.compactMap { $0.split(separator: " ").last.flatMap { Digest(hex: $0) } }
        let pictures = Set(bought + [job.picture?.digest, job.edited].compactMap(\.self))
        jobs[id] = nil
        calls.removeAll { $0.job == id }
        submissions = submissions.filter { $0.value.job != id }
        return .success(ForgottenJob(outbox: job.outbox, outputs: job.outputs, pictures: Array(pictures)))
    }

    func story(_ id: JobID) -> JobStory? {
        jobs[id].map { row in
            JobStory(
                entry: JobEntry(job: row.job, changed: row.changed), steps: row.steps, call: lastCall(of: id),
                cost: cost(of: id))
        }
    }

    func neededPictures(among digests: [Digest]) -> Set<Digest> {
        var needed: Set<Digest> = []
        for row in jobs.values where !row.job.state.isEnd {
            needed.formUnion([row.job.picture?.digest, row.job.edited].compactMap(\.self))
        }
        let names = Dictionary(digests.map { ($0.hex[...], $0) }) { first, _ in first }
        for call in calls where call.phase == .fetched {
            if let name = call.handle?.split(separator: " ").last, let digest = names[name] { needed.insert(digest) }
        }
        return needed.intersection(digests)
    }

    func pictures(of drop: DropID) -> [Digest] {
        let mine = jobs(of: drop)
        return mine.compactMap(\.picture?.digest) + mine.compactMap(\.edited)
    }

    /// Another drop may hold that identity already: then nothing is changed.
    mutating func rename(_ id: DropID, to identity: FileIdentity, sidecar: FileIdentity?) {
        guard let drop = drops[id], drop.phase != .gone else { return }
        let isHeld = drops.values.contains { other in
            other.id != id && other.phase != .gone && other.folder == drop.folder && other.identity == identity
        }
        guard !isHeld else { return }
        drops[id]?.identity = identity
        drops[id]?.sidecar = sidecar
    }

    func tally(_ drop: DropID) -> DropTally {
        let jobs = jobs(of: drop)
        return DropTally(
            open: jobs.count { !$0.state.isEnd }, failure: failedLines(of: drop).first?.failure,
            isWithdrawn: drops[drop]?.failure == .withdrawn && jobs.allSatisfy { $0.state == .cancelled })
    }

    func failedLines(of drop: DropID) -> [FailedLine] {
        jobs(of: drop).compactMap { job in
            if case .failed(let failure) = job.state { FailedLine(number: job.line, failure: failure) } else { nil }
        }
    }

    var counts: [String: Int] {
        jobs.values.reduce(into: [:]) { $0[$1.job.state.word, default: 0] += 1 }
    }
}

extension Job {
    /// The picture that it is generated from by words.
    fileprivate var edited: Digest? {
        if case .edit(_, let digest, _) = request.source { digest } else { nil }
    }
}

extension Job {
    fileprivate func asks(_ backend: String) -> Bool {
        request.source.task != nil && request.generation.backend == backend
    }
}
