package import Domain

/// What a person decides about jobs that may not be held by anybody.
extension JobsSideEffectImpl {
    /// The given picture is looked for first: one whose content went with its drop can't be tried again.
    package func reopen(
        _ job: JobID, mayPayTwice: Bool, token: Int64, utc: Int64
    ) async -> Result<Job, RetryRefusal> {
        do throws(RepositoryFailure) {
            guard let found = try await spool.job(job) else { return .failure(.noSuchJob) }
            guard await hasSource(found) else { return .failure(.pictureLost) }
            return try await spool.reopen(job, mayPayTwice: mayPayTwice, token: token, at: self.utc())
        } catch {
            return .failure(.repository(error))
        }
    }

    package func approve(_ job: JobID, token: Int64, utc: Int64) async -> Result<Job?, RepositoryFailure> {
        do throws(RepositoryFailure) {
            return .success(try await spool.approve(job, token: token, at: self.utc()))
        } catch {
            return .failure(error)
        }
    }

    package func cancelRow(_ job: JobID, token: Int64, utc: Int64) async -> Result<Job?, RepositoryFailure> {
        do throws(RepositoryFailure) {
            guard let found = try await spool.job(job), !found.state.isEnd else { return .success(nil) }
            let isCancelled = try await end(found, as: .cancelled, token: max(token, found.token))
            return .success(isCancelled ? try await spool.job(job) : nil)
        } catch {
            return .failure(error)
        }
    }

    package func noteCancel(_ job: JobID) async -> RepositoryFailure? {
        do throws(RepositoryFailure) {
            try await spool.noteCancel(job)
            return nil
        } catch {
            return error
        }
    }

    package func withdraw(_ job: Job, utc: Int64) async -> Result<Bool, RepositoryFailure> {
        do throws(RepositoryFailure) {
            let call = try await spool.lastCall(of: job.id)
            switch call?.phase {
            case nil, .reserved, .settled:
                await removeParts(of: job)
                return .success(try await spool.withdraw(job.id, token: job.token, at: self.utc()))
            case .submitting, .submitted, .finished, .fetched: return .success(false)
            }
        } catch {
            return .failure(error)
        }
    }

    /// What can't be looked at is taken to be there: staging finds out.
    private func hasSource(_ job: Job) async -> Bool {
        guard job.state.isEnd, job.needsGiven, let given = job.request.source.given else { return true }
        let place = blobs.place(of: given.digest)
        do throws(FileFailure) { return try await files.entry(place.name, in: place.folder) != nil } catch {
            return error != .missing
        }
    }
}

extension Job {
    /// Whether the picture that came with the request is still to be worked on: not once another was generated from it.
    fileprivate var needsGiven: Bool { request.source.task == nil || picture == nil }
}
