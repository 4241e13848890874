import Domain

extension SpoolTables {
    mutating func takeUp(limit: Int, after: JobID?, token: Int64, at utc: Int64) -> [Job] {
        let found = orderedJobs.filter { job in
            !job.state.isEnd && after.map { job.id > $0 } != false
        }
        return found.prefix(limit).map { job in
            var taken = job
            taken.token = max(token, job.token + 1)
            put(taken, at: utc)
            if taken.isCancelAsked { cancelledBefore.insert(taken.id) }
            return taken
        }
    }

    mutating func move(
        _ id: JobID, to state: JobState, picture: StoredPicture?, token: Int64, at utc: Int64
    ) -> Bool {
        guard var job = owned(id, token) else { return false }
        let isAlike = waitsAlike(id, state)
        job.state = state
        job.picture = picture ?? job.picture
        job.token = token
        put(job, at: utc)
        if state.isEnd { names.removeAll { $0.job == id } }
        if !isAlike { note(state, of: id, at: utc) }
        return true
    }

    /// Whether the job waits or is held already, and for the same reason as now.
    private func waitsAlike(_ id: JobID, _ state: JobState) -> Bool {
        jobs[id]?.steps.last?.state.rests(like: state) == true
    }

    mutating func noteCancel(_ id: JobID) {
        if jobs[id]?.job.state.isEnd == false { jobs[id]?.job.isCancelAsked = true }
    }

    mutating func stage(
        _ id: JobID, stem: String, parts: [OutputPart], taken: Set<String>, missingArt: PictureFailure?,
        token: Int64, at utc: Int64
    ) -> [OutputFile]? {
        guard var job = owned(id, token) else { return nil }
        names.removeAll { $0.job == id }
        var number = 1
        while !isFree(OutputName.numbered(stem, number), parts, taken, job.outbox) { number += 1 }
        let free = OutputName.numbered(stem, number)
        names += parts.map { part in
            HeldName(
                outbox: job.outbox, name: "\(free).\(part.ending)".lowercased(), stem: free.lowercased(), job: id)
        }
        job.outputs = parts.map {
            OutputFile(kind: $0.kind, name: FileName("\(free).\($0.ending)"), part: $0.part)
        }
        job.missingArt = missingArt
        job.state = .staged
        job.token = token
        put(job, at: utc)
        note(.staged, of: id, at: utc)
        for digest in parts.compactMap(\.digest) { authors[digest] = id }
        return job.outputs
    }

    private func isFree(
        _ stem: String, _ parts: [OutputPart], _ taken: Set<String>, _ outbox: FolderPath
    ) -> Bool {
        let wanted = Set(parts.map { "\(stem).\($0.ending)".lowercased() })
        guard taken.isDisjoint(with: wanted) else { return false }
        return !names.contains { $0.outbox == outbox && (wanted.contains($0.name) || $0.stem == stem.lowercased()) }
    }

    func retryRule(of id: JobID) -> RetryRule? {
        (jobs[id]?.job).map { retryRule(of: $0, lastCall(of: id)) }
    }

    private func retryRule(of job: Job, _ call: Call?) -> RetryRule {
        let line = call.flatMap { ledger[$0.id] }
        return RetryRule(job, lastCall: call, charge: line?.charge, isPriced: (line?.micros ?? 0) > 0)
    }

    mutating func reopen(
        _ id: JobID, mayPayTwice: Bool, token: Int64, at utc: Int64
    ) -> Result<Job, RetryRefusal> {
        guard var job = jobs[id]?.job else { return .failure(.noSuchJob) }
        let call = lastCall(of: id)
        let rule = retryRule(of: job, call)
        if let refusal = rule.refusal(mayPayTwice: mayPayTwice) { return .failure(refusal) }
        let fetched = rule.fetchedAgain(mayPayTwice: mayPayTwice, at: utc)
        if let fetched { put(fetched) }
        if let call, let failure = rule.ending(mayPayTwice: mayPayTwice) { end(call, failure) }
        let isUseless = rule.isPictureUseless
        job.state = rule.reopened(fetched, at: utc)
        job.outputs = []
        if isUseless { job.picture = nil }
        job.isCancelAsked = false
        cancelledBefore.remove(id)
        job.attempts = 0
        job.retries += 1
        job.token = max(job.token, token)
        put(job, at: utc)
        note(job.state, of: id, at: utc)
        return .success(job)
    }

    private mutating func end(_ call: Call, _ failure: BackendFailure) {
        var ended = call
        ended.phase = .settled
        ended.failure = failure
        put(ended)
        if failure == .unknown { settle(call.id, Settlement(.unknown)) }
    }

    mutating func approve(_ id: JobID, token: Int64, at utc: Int64) -> Job? {
        guard var job = jobs[id]?.job, case .held = job.state else { return nil }
        job.state = .queued
        job.isApproved = true
        job.token = max(job.token, token)
        put(job, at: utc)
        note(.queued, of: id, at: utc)
        return job
    }
}
