import Domain
import IntakeFeature
import MVIEffects

/// Turns claimed files into jobs.
struct DropReader: Sendable {
    /// The backends whose pictures have a price.
    let priced: Set<String>
    let files: any FileSystem
    let drops: any DropRepository
    let blobs: any BlobRepository
    let clock: any Clock<Duration>
    let limits: IntakeLimits
    let day: IntakeSideEffectImpl.Day
    let observed: ProcessedFiles
    let configs: FolderConfigs
    let content: ContentReader
    let pictures: DroppedPictures
    let explanations: FailureExplanations
    let fit: IntakeSideEffectImpl.FitSamples
    let earlier: IntakeSideEffectImpl.EarlierArtwork
    /// The stable code of a refusal.
    let code: IntakeSideEffectImpl.Code

    /// Reads a drop. A refused one is stored as such, with its failed job.
    func read(_ drop: Drop, in source: WatchFolder, at utc: UTCMillis, seed: UInt64) async -> ReadOutcome {
        let outcome = await tryReading(drop, source, utc, seed)
        guard case .failed(let failure) = outcome else { return outcome }
        let name = source.outputName(of: drop.identity.name, on: day(utc))
        let job = origin(of: drop, source, utc, seed: seed).refused(failure, named: name)
        do throws(RepositoryFailure) {
            try await drops.refuse(drop.id, failure: failure, as: job, code: code(failure), at: utc)
            return outcome
        } catch {
            return .postponed(.repository(error))
        }
    }

    /// Retries twice after a disk error, because a single one may be transient. Only repeated errors fail the drop.
    private func tryReading(
        _ drop: Drop, _ source: WatchFolder, _ utc: UTCMillis, _ seed: UInt64
    ) async -> ReadOutcome {
        for pause in [Duration.seconds(1), .seconds(5)] {
            let outcome = await readOnce(drop, source, utc, seed)
            guard case .failed(let failure) = outcome, let fault = failure.fault else { return outcome }
            // If the service stops meanwhile, the drop stays as it was.
            guard await clock.wait(pause) else { return .postponed(.storage(fault)) }
        }
        return await readOnce(drop, source, utc, seed)
    }

    private func readOnce(_ drop: Drop, _ source: WatchFolder, _ utc: UTCMillis, _ seed: UInt64) async -> ReadOutcome {
        do throws(ReadStop) {
            try await check(drop, source)
            let taken = try await take(drop, source)
            let outcome = await outcome(of: taken, drop, source, utc, seed)
            // A text's jobs have what they need in their requests, and rejected files stay in the folder, so neither
            // needs the content.
            if isNeeded(taken, by: outcome) { await blobs.release(taken.digest) } else { await pictures.letGo(taken) }
            return outcome
        } catch {
            return await self.outcome(of: error, drop, utc)
        }
    }

    private func outcome(
        of taken: TakenFile, _ drop: Drop, _ source: WatchFolder, _ utc: UTCMillis, _ seed: UInt64
    ) async -> ReadOutcome {
        do throws(ReadStop) {
            if taken.isCut, drop.isFresh(at: utc) { throw ReadStop.cut }
            let base = try await base(of: drop, source)
            let lines = try await content.lines(taken, drop, source, base)
            if drop.isObserved, try await !isNew(taken.digest, drop, utc) { return .known }
            let jobs = await jobs(of: lines, origin(of: drop, source, utc, seed: seed), source, isRetry: false)
            let accepted = try await accept(drop.id, taken.digest, jobs, utc)
            await explanations.remove(of: drop.identity.name, source)
            return .accepted(accepted, content: taken.digest)
        } catch {
            return await outcome(of: error, drop, utc)
        }
    }

    private func origin(
        of drop: Drop, _ source: WatchFolder, _ utc: UTCMillis, seed: UInt64, first: JobID? = nil
    ) -> JobOrigin {
        JobOrigin(
            drop: drop, outbox: source.outbox, utc: utc, day: day(utc), seed: seed, first: first,
            onConflict: source.rules.onConflict)
    }

    private func jobs(
        of lines: [DropLine], _ origin: JobOrigin, _ source: WatchFolder, isRetry: Bool
    ) async -> [Job] {
        var jobs: [Job] = []
        for line in lines {
            for job in self.jobs(of: line, from: jobs.count, origin, source) {
                let checked = await refusingPurchase(of: job)
                // A person who retries wants the result.
                jobs.append(isRetry ? checked : await skippingDuplicate(checked, origin.drop, source))
            }
        }
        return await fit(jobs)
    }

    /// Creates a job for each picture of a line. An invalid line of a batch becomes one failed job without a request, so
    /// that it is counted and reported like the others.
    private func jobs(of line: DropLine, from index: Int, _ origin: JobOrigin, _ source: WatchFolder) -> [Job] {
        let drop = origin.drop
        let name = source.outputName(of: drop.identity.name, on: origin.day)
        var request: Request?
        let state: JobState
        switch line.request {
        case .success(let read):
            request = read
            // Those that the parser needed are there already.
            request?.add(subfolders: source.subfolderTags(of: drop.identity.name))
            state = needsApproval(of: read, drop) ? .held(.approval) : .queued
        case .failure(let failure): state = .failed(.request(failure))
        }
        return origin.jobs(from: index, line: line.number, named: name, for: request, state: state)
    }

    /// Fails a job before anything is paid for if its name is taken already and it must not have another. Staging checks
    /// again: it knows the seed, and which names other jobs have reserved.
    private func refusingPurchase(of job: Job) async -> Job {
        guard job.naming.onConflict == .fail, job.naming.parts.count == 1, let request = job.request,
            request.source.task != nil, !job.state.isEnd
        else { return job }
        let endings = Set(request.outputs + [.json]).subtracting([.picture]).map(\.rawValue).sorted()
        for name in OutputStem(job.naming.parts[0], endings: endings).names.map({ FileName($0) }) {
            // A folder that can't be read is reported by staging.
            let isTaken = (try? await files.entry(name, in: job.outbox)) != nil
            if isTaken {
                var refused = job
                refused.state = .failed(.nameTaken(name))
                return refused
            }
        }
        return job
    }

    /// Cancels the conversion of a picture that is an artwork of the folder already. A picture with a sidecar asks for
    /// something of its own.
    private func skippingDuplicate(_ job: Job, _ drop: Drop, _ source: WatchFolder) async -> Job {
        guard source.rules.duplicates == .skip, drop.sidecar == nil, job.state == .queued,
            case .picture(let digest, _) = job.request?.source, let artwork = await earlier(digest, source.name)
        else { return job }
        var skipped = job
        skipped.state = .cancelled
        skipped.duplicateOf = artwork
        return skipped
    }

    /// Reads a refused drop's file again where it lies, and makes the jobs that the drop becomes; the first takes the place of
    /// the refused drop's job. Nothing is stored but the content.
    func readAgain(
        _ drop: Drop, in source: WatchFolder, at utc: UTCMillis
    ) async throws(ReadStop) -> (taken: TakenFile, drop: Drop, jobs: [Job]) {
        var (found, place) = drop.located(in: source)
        found.identity = try await present(found.identity.name, place)
        // A user may have added a missing sidecar.
        let isPicture = DropKind(ending: found.identity.name.ending) == .picture
        if isPicture || found.sidecar != nil {
            found.sidecar = try? await present(found.identity.name.sidecar, place)
        }
        try await check(found, place)
        let base = try await base(of: drop, source)
        let taken = try await take(found, place)
        do throws(ReadStop) {
            let lines = try await content.lines(taken, found, place, base)
            var again = drop
            again.identity = found.identity.named(drop.identity.name)
            again.sidecar = found.sidecar?.named(drop.identity.name.sidecar)
            again.content = taken.digest
            again.phase = .read
            again.failure = nil
            let origin = origin(of: drop, source, utc, seed: drop.id.low, first: drop.refusedJob)
            let jobs = await jobs(of: lines, origin, source, isRetry: true)
            return (taken, again, jobs)
        } catch {
            await pictures.letGo(taken)
            throw error
        }
    }

    /// The identity of the file that has this name now.
    private func present(_ name: FileName, _ source: WatchFolder) async throws(ReadStop) -> FileIdentity {
        do throws(FileFailure) {
            if let entry = try await files.entry(name, in: source.path) { return entry.identity }
        } catch {
            throw ReadStop(error)
        }
        throw .vanished
    }

    private func outcome(of stop: ReadStop, _ drop: Drop, _ utc: UTCMillis) async -> ReadOutcome {
        switch stop {
        case .failed(let failure): .failed(failure)
        case .postponed(let trouble): .postponed(trouble)
        case .away: .away
        case .changed: await letGo(drop, nil, utc, .changed)
        case .cut: await letGo(drop, nil, utc, .cut)
        case .vanished: await letGo(drop, .vanished, utc, .vanished)
        }
    }

    /// `true` if one of the jobs that were just created uses the content. All other uses are known to the database.
    private func isNeeded(_ taken: TakenFile, by outcome: ReadOutcome) -> Bool {
        guard taken.bytes == nil, case .accepted(let jobs, _) = outcome else { return false }
        return jobs.contains { !$0.state.isEnd && $0.picture?.digest == taken.digest }
    }

    /// Sets a drop to `gone` that has no source to dispose of.
    private func letGo(
        _ drop: Drop, _ failure: DropFailure?, _ utc: UTCMillis, _ outcome: ReadOutcome
    ) async -> ReadOutcome {
        do throws(RepositoryFailure) {
            try await drops.advance(drop.id, to: .gone, failure: failure, at: utc)
            return outcome
        } catch {
            return .postponed(.repository(error))
        }
    }

    /// `true` if a user has to approve the cost first.
    private func needsApproval(of request: Request, _ drop: Drop) -> Bool {
        drop.isHeld && request.source.task != nil && priced.contains(request.generation.backend)
    }

    /// The drop's base request. A folder with an unusable `.textify.toml` is treated as unavailable.
    private func base(of drop: Drop, _ source: WatchFolder) async throws(ReadStop) -> Request {
        do throws(FolderConfigs.BaseFailure) {
            return try await configs.base(in: drop.identity.name.parent, source)
        } catch {
            switch error {
            case .file(let failure): throw ReadStop(failure)
            case .fault: throw .away
            }
        }
    }

    /// Checks the entry before anything is opened: a FIFO would block, a link might lead out of the folder.
    private func check(_ drop: Drop, _ source: WatchFolder) async throws(ReadStop) {
        let found: FileEntry?
        do throws(FileFailure) {
            found = try await files.entry(drop.identity.name, in: source.path)
        } catch {
            throw ReadStop(error)
        }
        guard let found else { throw .vanished }
        guard found.identity == drop.identity else { throw .changed }
        switch found.kind {
        case .folder: throw .failed(.folder)
        case .link: throw .failed(.link)
        case .special: throw .failed(.special)
        case .file:
            if found.size == 0 { throw .failed(.empty) }
            if found.size > limits.fileBytes {
                throw .failed(.tooLarge(bytes: found.size, limit: limits.fileBytes))
            }
        }
    }

    private func take(_ drop: Drop, _ source: WatchFolder) async throws(ReadStop) -> TakenFile {
        do throws(TakeFailure) {
            if DropKind(ending: drop.identity.name.ending)?.isText == true, drop.identity.size <= limits.promptBytes {
                let text = try await blobs.peek(drop.identity, from: source.path, limit: limits.promptBytes)
                if TextHead.looksLikeText(text.head) { return text }
            }
            return try await blobs.take(drop.identity, from: source.path, limit: limits.fileBytes)
        } catch {
            // A missing file may be on a disk that was just unmounted.
            if error == .source(.missing) { try await check(drop, source) }
            throw ReadStop(error)
        }
    }

    /// `true` if the folder has not had the same content before.
    private func isNew(_ content: Digest, _ drop: Drop, _ utc: UTCMillis) async throws(ReadStop) -> Bool {
        do throws(RepositoryFailure) {
            let isNew = try await drops.observe(drop.id, content: content, at: utc)
            if !isNew { await observed.add(drop) }
            return isNew
        } catch {
            throw .postponed(.repository(error))
        }
    }

    private func accept(
        _ drop: DropID, _ content: Digest, _ jobs: [Job], _ utc: UTCMillis
    ) async throws(ReadStop) -> [Job] {
        do throws(RepositoryFailure) {
            return try await drops.accept(drop, content: content, jobs: jobs, at: utc)
        } catch {
            throw .postponed(.repository(error))
        }
    }
}

extension DropFailure {
    /// The error if it is the disk's and not the file's.
    fileprivate var fault: FileFailure? {
        switch self {
        case .unreadable(let failure), .sidecarFile(let failure):
            if case .failed(let code) = failure, Errno.ofDisks.contains(code) { failure } else { nil }
        default: nil
        }
    }
}

extension Drop {
    /// `true` if the file was changed so shortly before `utc` that it may still be being written.
    fileprivate func isFresh(at utc: UTCMillis) -> Bool {
        let age = Duration.milliseconds(utc.milliseconds) - .nanoseconds(identity.modified.nanoseconds)
        return age >= .zero && age < Intake.patience
    }
}
