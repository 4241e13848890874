public import Domain
public import IntakeFeature

/// From a claimed file to jobs.
extension IntakeSideEffectImpl {
    public func read(_ drop: Drop, at utc: Int64, seed: UInt64) async -> ReadOutcome {
        guard let source = sources[drop.folder] else { return .postponed(.storage(.missing)) }
        do throws(Stop) {
            try await check(drop, source)
            let taken = try await take(drop, source)
            let outcome = await outcome(of: taken, drop, source, utc, seed)
            await blobs.release(taken.digest)
            // A prompt's text stands in its request; what was refused lies in the folder.
            await forget([taken.digest])
            return outcome
        } catch {
            return await self.outcome(of: error, drop, utc)
        }
    }

    private func outcome(
        of taken: TakenBlob, _ drop: Drop, _ source: IntakeSource, _ utc: Int64, _ seed: UInt64
    ) async -> ReadOutcome {
        do throws(Stop) {
            let (request, picture) = try await request(taken, drop, source)
            let job = Job(
                id: JobID(utc: utc, seed: seed, index: 0), drop: drop.id, line: 0, folder: drop.folder,
                name: drop.identity.name, outbox: source.outbox, request: request, picture: picture, created: utc)
            return .accepted(try await accept(drop.id, [job], utc))
        } catch {
            return await outcome(of: error, drop, utc)
        }
    }

    /// Why reading went no further.
    private enum Stop: Error {
        case failed(DropFailure)
        case changed
        case vanished
        case postponed(IntakeTrouble)
    }

    private func outcome(of stop: Stop, _ drop: Drop, _ utc: Int64) async -> ReadOutcome {
        switch stop {
        case .failed(let failure): .failed(failure)
        case .postponed(let trouble): .postponed(trouble)
        case .changed: await letGo(drop, nil, utc, .changed)
        case .vanished: await letGo(drop, .vanished, utc, .vanished)
        }
    }

    /// Nothing is left to clear away.
    private func letGo(
        _ drop: Drop, _ failure: DropFailure?, _ utc: Int64, _ outcome: ReadOutcome
    ) async -> ReadOutcome {
        do throws(RepositoryFailure) {
            try await spool.advance(drop.id, to: .gone, failure: failure, at: utc)
            return outcome
        } catch {
            return .postponed(.repository(error))
        }
    }

    /// Looks before anything is opened: a FIFO would block, a link might lead out of the folder.
    private func check(_ drop: Drop, _ source: IntakeSource) async throws(Stop) {
        let found: FileEntry?
        do throws(FileFailure) {
            found = try await files.entry(drop.identity.name, in: source.path)
        } catch {
            throw stop(error)
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

    private func take(_ drop: Drop, _ source: IntakeSource) async throws(Stop) -> TakenBlob {
        do throws(FileFailure) {
            return try await blobs.take(drop.identity, from: source.path, limit: limits.fileBytes)
        } catch {
            throw stop(error)
        }
    }

    private func stop(_ failure: FileFailure) -> Stop {
        switch failure {
        case .missing: .vanished
        case .changing, .notRegular: .changed
        case .tooLarge(let bytes, let limit): .failed(.tooLarge(bytes: bytes, limit: limit))
        case .full, .readOnly, .exists, .otherDevice: .postponed(.storage(failure))
        case .failed(let code) where Self.shortages.contains(code): .postponed(.storage(failure))
        case .denied, .nameTooLong, .failed: .failed(.unreadable(failure))
        }
    }

    /// The machine's fault and not the file's: EINTR, EAGAIN, ENOMEM, ENFILE, EMFILE.
    private static var shortages: [Int32] { [4, 11, 12, 23, 24] }

    private func accept(_ drop: DropID, _ jobs: [Job], _ utc: Int64) async throws(Stop) -> [Job] {
        do throws(RepositoryFailure) {
            return try await spool.accept(drop, jobs: jobs, at: utc)
        } catch {
            throw .postponed(.repository(error))
        }
    }

    /// Pictures are known by their first bytes, whatever the name; prompts only by their ending, and text with that ending
    /// is one whatever it opens with: some formats open with letters.
    private func request(
        _ taken: TakenBlob, _ drop: Drop, _ source: IntakeSource
    ) async throws(Stop) -> (Request, StoredPicture?) {
        let ending = drop.identity.name.ending
        let isText = TextHead.looksLikeText(taken.head)
        let kind = DropKind(ending: ending)
        if let format = PictureFormat(magic: taken.head), !(isText && kind == .prompt) {
            guard format.isReadable else { throw .failed(.picture(.unsupported(format))) }
            var request = source.request
            request.source = .picture(taken.digest, format)
            return (request, StoredPicture(digest: taken.digest, format: format))
        }
        switch kind {
        case .prompt: return (try await prompt(taken, drop), nil)
        case .picture: throw .failed(.notAPicture(ending: ending, looksLikeText: isText))
        case nil: throw .failed(.unknownKind(ending: ending, looksLikeText: isText))
        }
    }

    private func prompt(_ taken: TakenBlob, _ drop: Drop) async throws(Stop) -> Request {
        if taken.size > limits.promptBytes {
            throw .failed(.tooLarge(bytes: taken.size, limit: limits.promptBytes))
        }
        let bytes: [UInt8]
        do throws(FileFailure) {
            bytes = try await blobs.read(taken.digest, limit: limits.promptBytes)
        } catch {
            throw .postponed(.storage(error))
        }
        switch readPrompt(bytes, drop.identity.name, drop.folder) {
        case .success(let request): return request
        case .failure(let failure): throw .failed(.prompt(failure))
        }
    }
}
