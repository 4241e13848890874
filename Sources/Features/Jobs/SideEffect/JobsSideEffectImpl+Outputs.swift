package import Domain
import Rendering

extension JobsSideEffectImpl {
    package func handOver(_ job: Job) async -> Result<Bool, JobFailure> {
        do throws(RepositoryFailure) { return .success(try await release(job)) } catch {
            return .failure(.storage(error))
        }
    }

    package func stage(_ job: Job) async -> Result<[OutputFile]?, JobFailure> {
        do throws(JobFailure) {
            let picture = try source(of: job)
            guard try await recovery.ensure(picture.digest, of: job) else { throw .pictureLost }
            let (call, cost) = try await purchase(of: job)
            let credit = credit(of: job, by: call)
            let parameters = GenerationParameters(
                of: job, call: call, capabilities: abilities[maker(of: job, call)], program: "textifyd " + version)
            let caption = ArtCaption(of: job, credit: credit, parameters: parameters)
            let (art, missing) = try await renderOrExplain(job, picture, caption)
            var parts: [StagedOutput] = []
            for output in art {
                parts.append(try await write(output.bytes, output.kind, ending: output.ending, of: job))
            }
            var pictureSize: Int64?
            if deliversPicture(job) {
                let bytes = try await bytes(of: picture)
                if job.activeRequest.source.task != nil { pictureSize = Int64(bytes.count) }
                // The stored picture stays as the backend made it.
                let delivered = parameters.flatMap { PNGParameters.inserted($0.text, into: bytes) } ?? bytes
                parts.append(
                    try await write(delivered, .picture, ending: "picture." + picture.format.ending, of: job))
            }
            let score = Dictionary(art.map { ($0.ending, $0.score) }) { first, _ in first }.compactMapValues(\.self)
            let chosen = Dictionary(art.map { ($0.ending, $0.choice) }) { first, _ in first }.compactMapValues(\.self)
            let provenance = Provenance(
                job: job, picture: picture, call: call, cost: cost, credit: credit,
                score: score, chosen: chosen, missingArt: missing,
                duplicateOf: try await duplicate(of: picture, art.first?.likeness, job),
                capabilities: abilities[maker(of: job, call)],
                version: version,
                utc: utc())
            parts.append(try await write(provenance.json(), .json, ending: "json", of: job))
            let seed = provenance.seed ?? reusedSeed(job, call)
            let stem = job.naming.stem(seed: seed)
            let making = provenance.making(
                art.main, art.first?.likeness, seed: seed, cost, pictureSize: pictureSize)
            return .success(try await reserve(parts, stem, missingArt: missing, making, of: job))
        } catch {
            // A partial delivery would occupy the disk space that is short. After a storage failure the parts stay,
            // because the row may say `staged`.
            if error.endsDelivery { await removeParts(of: job) }
            return .failure(error)
        }
    }

    /// An artwork with the same picture, or else with one that is probably the same.
    private func duplicate(
        of picture: StoredPicture, _ likeness: Likeness?, _ job: Job
    ) async throws(JobFailure) -> JobID? {
        do throws(RepositoryFailure) {
            if let same = try await spool.artworks.newest(of: picture.digest, except: job.id) { return same }
            guard let likeness else { return nil }
            return try await spool.artworks.nearestDuplicate(of: likeness, except: job.id)
        } catch {
            throw .storage(error)
        }
    }

    /// The seed of a picture that was bought for an earlier job with the same request, and so has no call.
    private func reusedSeed(_ job: Job, _ call: Call?) -> UInt64? {
        call == nil && job.activeRequest.source.task != nil ? job.activeRequest.generation.seed : nil
    }

    private func source(of job: Job) throws(JobFailure) -> StoredPicture {
        if let picture = job.picture { return picture }
        guard case .picture(let digest, let format) = job.activeRequest.source else { throw .pictureLost }
        return StoredPicture(digest: digest, format: format)
    }

    /// A generated picture is always delivered, a dropped one only on request.
    private func deliversPicture(_ job: Job) -> Bool {
        job.activeRequest.source.task != nil || job.activeRequest.outputs.contains(.picture)
    }

    /// Renders the outputs. If a generated picture needs more memory to render than the service may use, it is
    /// delivered without art and with the reason, because it has been paid for.
    private func renderOrExplain(
        _ job: Job, _ picture: StoredPicture, _ caption: ArtCaption
    ) async throws(JobFailure) -> (art: [RenderedOutput], missing: PictureFailure?) {
        do throws(JobFailure) { return (try await render(job, picture, caption), nil) } catch {
            guard job.activeRequest.source.task != nil, case .picture(.tooMuchMemory(let bytes, let limit)) = error
            else {
                throw error
            }
            return ([], .tooMuchMemory(bytes: bytes, limit: limit))
        }
    }

    private func render(
        _ job: Job, _ picture: StoredPicture, _ caption: ArtCaption
    ) async throws(JobFailure) -> [RenderedOutput] {
        let place: (folder: FolderPath, name: FileName)
        do throws(FileFailure) { place = try await blobs.place(of: picture.digest) } catch {
            throw [.missing, .damaged].contains(error) ? .pictureLost : .delivery(error)
        }
        do throws(PictureFailure) {
            return try await renderer.render(
                .file(place.name, in: place.folder), art: job.activeRequest.art, outputs: job.activeRequest.outputs,
                caption: caption)
        } catch {
            throw error == .unreadable(.missing) ? .pictureLost : .picture(error)
        }
    }

    private func bytes(of picture: StoredPicture) async throws(JobFailure) -> [UInt8] {
        do throws(FileFailure) { return try await blobs.read(picture.digest, limit: 256 << 20) } catch {
            throw [.missing, .damaged].contains(error) ? .pictureLost : .delivery(error)
        }
    }

    /// The backend that generated the picture; a fallback may have replaced the requested one.
    private func maker(of job: Job, _ call: Call?) -> String { call?.backend ?? job.activeRequest.generation.backend }

    private func credit(of job: Job, by call: Call?) -> String? {
        guard job.activeRequest.source.task != nil else { return nil }
        return credits[maker(of: job, call)]
    }

    private func purchase(of job: Job) async throws(JobFailure) -> (call: Call?, cost: JobCost) {
        guard job.activeRequest.source.task != nil else { return (nil, JobCost()) }
        do throws(RepositoryFailure) {
            return (try await spool.calls.lastCall(of: job.id), try await spool.calls.cost(of: job.id))
        } catch {
            throw .storage(error)
        }
    }

    private func write(
        _ bytes: [UInt8], _ kind: OutputKind, ending: String, of job: Job
    ) async throws(JobFailure) -> StagedOutput {
        let part = FileName("." + job.id.text + "." + ending + ".part")
        do throws(FileFailure) { try await files.write(bytes, to: part, in: job.outbox) } catch {
            throw .delivery(error)
        }
        return StagedOutput(kind: kind, ending: ending, part: part, digest: digest(bytes))
    }

    /// Syncs the folder before the row says `staged`, because from then on a missing part counts as delivered.
    private func reserve(
        _ parts: [StagedOutput], _ stem: String, missingArt: PictureFailure?, _ making: ArtworkMaking, of job: Job
    ) async throws(JobFailure) -> [OutputFile]? {
        do throws(FileFailure) { try await files.sync(job.outbox) } catch { throw .delivery(error) }
        var pauses = Self.pauses[...]
        while true {
            let existing = try await existing(stem, parts, for: job)
            let staging = Staging(
                job: job.id, stem: stem, onConflict: job.naming.onConflict, parts: parts, taken: existing.names,
                contents: existing.contents, missingArt: missingArt, making: making)
            switch try await stage(staging, job) {
            case .staged(let outputs): return outputs
            case .lost: return nil
            case .taken(let name): throw .nameTaken(name)
            case .reserved:
                guard let pause = pauses.popFirst(), await wait(pause) else { throw .delivery(.exists) }
            }
        }
    }

    /// The pauses before a name is tried again that another job is delivering under.
    private static var pauses: [Duration] { [.milliseconds(50), .milliseconds(200), .seconds(1)] }

    private func stage(_ staging: Staging, _ job: Job) async throws(JobFailure) -> StageOutcome {
        do throws(RepositoryFailure) {
            return try await spool.jobs.stage(staging, token: job.token, at: utc())
        } catch {
            throw .storage(error)
        }
    }

    /// The names in the outbox, folded, for every stem to try up to the first free one, with the digests of files that
    /// may be replaced.
    private func existing(
        _ stem: String, _ parts: [StagedOutput], for job: Job
    ) async throws(JobFailure) -> (names: Set<String>, contents: [String: Digest]) {
        let wanted = Staging(job: job.id, stem: stem, onConflict: job.naming.onConflict, parts: parts)
        var names: Set<String> = []
        var contents: [String: Digest] = [:]
        var attempt = 1
        while true {
            var isFree = true
            for name in wanted.stem(attempt).names {
                do throws(FileFailure) {
                    guard let entry = try await files.entry(FileName(name), in: job.outbox) else { continue }
                    isFree = false
                    names.insert(OutputName.fold(name))
                    guard job.naming.onConflict == .replace, entry.kind == .file else { continue }
                    contents[OutputName.fold(name)] = try await content(of: FileName(name), in: job.outbox)
                } catch {
                    throw .delivery(error)
                }
            }
            if isFree || job.naming.onConflict == .fail { return (names, contents) }
            attempt += 1
        }
    }

    /// The digest of a file; `nil` if it is larger than any output or has vanished.
    private func content(of name: FileName, in outbox: FolderPath) async throws(FileFailure) -> Digest? {
        do throws(FileFailure) { return digest(try await files.read(name, in: outbox, limit: 256 << 20)) } catch {
            switch error {
            case .missing, .tooLarge, .notRegular, .changing: return nil
            default: throw error
            }
        }
    }
}

extension [RenderedOutput] {
    /// What the art was made with; plain text comes last, because it is a plainer form of the art that the options ask
    /// for.
    fileprivate var main: ArtChoice? { (first { $0.kind != .txt } ?? first)?.choice }
}

extension OutputFile {
    /// `.EXT` of the output's temporary name `.JOBID.EXT.part`.
    func suffix(of job: Job) -> ArraySlice<UInt8> {
        part.bytes.dropFirst(job.id.text.utf8.count + 1).dropLast(".part".utf8.count)
    }

    /// The name of the newest output of this kind in the job's outbox: `latest.EXT`.
    func latest(of job: Job) -> FileName { FileName(bytes: Array("latest".utf8) + suffix(of: job)) }
}

extension JobFailure {
    /// Whether the job's row can't say `staged`, and its temporary files are of no use.
    fileprivate var endsDelivery: Bool {
        switch self {
        case .delivery, .nameTaken: true
        default: false
        }
    }
}

extension JobsSideEffectImpl {
    /// Renames the parts to their final names. A missing part was delivered before, and its output may have been taken
    /// away since.
    package func deliver(_ job: Job) async -> Result<Bool, JobFailure> {
        do throws(FileFailure) {
            if latest.contains(job.folder) { try await copyToLatest(job) }
            let folder = job.outputs.first?.name.parent
            if let folder { try await files.makeFolder(folder, in: job.outbox) }
            for output in job.outputs { try await publish(output, of: job) }
            // The new names must be durable before the removal of the old ones.
            if let folder { try await files.sync(job.outbox.appending(folder)) }
            try await files.sync(job.outbox)
        } catch {
            return .failure(.delivery(error))
        }
        do throws(RepositoryFailure) {
            return .success(try await spool.jobs.move(job, to: .done, token: job.token, at: utc()))
        } catch {
            return .failure(.storage(error))
        }
    }

    /// A file that is to be replaced is compared again: if it is another one meanwhile, it stays.
    private func publish(_ output: OutputFile, of job: Job) async throws(FileFailure) {
        if let replaced = output.replaced, try await content(of: output.name, in: job.outbox) == replaced {
            do throws(FileFailure) {
                return try await files.rename(output.part, over: output.name, in: job.outbox)
            } catch .missing {
                return
            }
        }
        var number = 1
        while true {
            // The number belongs before `.EXT`.
            let name = OutputName.numbered(output.name, number, ending: output.suffix(of: job).count)
            do throws(FileFailure) {
                try await files.move(output.part, from: job.outbox, to: name, in: job.outbox)
                return
            } catch .exists {
                // Another file has taken the name meanwhile. Existing files are never overwritten.
                number += 1
            } catch .missing {
                return
            }
        }
    }

    /// Copies the parts to `latest.EXT`. Runs before the parts are renamed: a part that is missing here was copied by
    /// an earlier attempt. Until its rename each copy has a name that contains the job's identifier, so that it is
    /// found again after a crash.
    private func copyToLatest(_ job: Job) async throws(FileFailure) {
        for output in job.outputs {
            let latest = output.latest(of: job)
            let part = FileName(bytes: Array(".\(job.id).".utf8) + latest.bytes + Array(".part".utf8))
            do throws(FileFailure) {
                let bytes = try await files.read(output.part, in: job.outbox, limit: 256 << 20)
                try await files.write(bytes, to: part, in: job.outbox)
                try await files.rename(part, over: latest, in: job.outbox)
            } catch .missing {
                try await files.remove(part, in: job.outbox)
            }
        }
        try await files.sync(job.outbox)
    }

    /// Removes the job's temporary files, ignoring errors so that they don't hide the failure that led here. The folder
    /// is synced while the job is open, because files that a power failure brought back later would have no owner.
    func removeParts(of job: Job) async {
        // Nothing was rendered for a prompt without a picture, and listing a large outbox is expensive.
        if job.picture == nil, job.activeRequest.source.task != nil { return }
        let entries = (try? await files.list(job.outbox)) ?? []
        let prefix = Array(("." + job.id.text + ".").utf8)
        let parts = entries.filter { $0.name.bytes.starts(with: prefix) }
        for part in parts { try? await files.remove(part.name, in: job.outbox) }
        if !parts.isEmpty { try? await files.sync(job.outbox) }
    }
}
