package import Domain
import Rendering

extension JobsSideEffectImpl {
    package func stage(_ job: Job, utc: Int64) async -> Result<[OutputFile]?, JobFailure> {
        do throws(JobFailure) {
            let picture = try source(of: job)
            let call = try await lastCall(of: job)
            let cost = try await cost(of: job)
            let (art, missing) = try await artIfAny(of: job, picture, by: call)
            var parts: [OutputPart] = []
            for output in art {
                parts.append(try await write(output.bytes, output.kind, ending: output.ending, of: job))
            }
            if wantsPicture(job) {
                let bytes = try await bytes(of: picture)
                parts.append(
                    try await write(bytes, .picture, ending: "picture." + picture.format.ending, of: job))
            }
            let score = Dictionary(art.map { ($0.ending, $0.score) }) { first, _ in first }.compactMapValues(\.self)
            let provenance = Provenance(
                job: job, picture: picture, call: call, cost: cost, credit: credit(of: job, by: call),
                score: score, missingArt: missing, painter: abilities[call?.backend ?? job.request.generation.backend],
                version: version,
                utc: self.utc())
            parts.append(try await write(provenance.json(), .json, ending: "json", of: job))
            return .success(try await reserve(parts, missingArt: missing, of: job))
        } catch {
            // Half a delivery fills the disk that there is too little of. What may stand in the database stays.
            if case .delivery = error { await removeParts(of: job) }
            return .failure(error)
        }
    }

    private func source(of job: Job) throws(JobFailure) -> StoredPicture {
        if let picture = job.picture { return picture }
        guard case .picture(let digest, let format) = job.request.source else { throw .pictureLost }
        return StoredPicture(digest: digest, format: format)
    }

    /// A generated picture is always delivered; a dropped one only when it is asked for.
    private func wantsPicture(_ job: Job) -> Bool {
        job.request.source.task != nil || job.request.outputs.contains(.picture)
    }

    /// What was paid for is delivered: a generated picture whose rendering takes more memory than the service may use
    /// comes without art, and with the reason.
    private func artIfAny(
        of job: Job, _ picture: StoredPicture, by call: Call?
    ) async throws(JobFailure) -> (art: [RenderedOutput], missing: PictureFailure?) {
        do throws(JobFailure) { return (try await renderWhole(job, picture, by: call), nil) } catch {
            guard job.request.source.task != nil, case .picture(.tooMuchMemory(let bytes, let limit)) = error else {
                throw error
            }
            return ([], .tooMuchMemory(bytes: bytes, limit: limit))
        }
    }

    /// A dropped picture that can't be used may have been whole when it was dropped.
    private func renderWhole(
        _ job: Job, _ picture: StoredPicture, by call: Call?
    ) async throws(JobFailure) -> [RenderedOutput] {
        do throws(JobFailure) { return try await render(job, picture, by: call) } catch {
            guard job.request.source.task == nil, error.blamesPicture else { throw error }
            guard try await restore(picture.digest, job.drop) else { throw error }
            return try await render(job, picture, by: call)
        }
    }

    private func render(
        _ job: Job, _ picture: StoredPicture, by call: Call?
    ) async throws(JobFailure) -> [RenderedOutput] {
        let place = blobs.place(of: picture.digest)
        do throws(PictureFailure) {
            return try await renderer.render(
                .file(place.name, in: place.folder), art: job.request.art, outputs: job.request.outputs,
                caption: ArtCaption(label: label(of: job), credit: credit(of: job, by: call)))
        } catch {
            throw error == .unreadable(.missing) ? .pictureLost : .picture(error)
        }
    }

    private func bytes(of picture: StoredPicture) async throws(JobFailure) -> [UInt8] {
        do throws(FileFailure) { return try await blobs.read(picture.digest, limit: 256 << 20) } catch {
            throw error == .missing ? .pictureLost : .delivery(error)
        }
    }

    private func label(of job: Job) -> String {
        job.request.prompt ?? job.name.last.stem.shown
    }

    /// Another backend may have worked in the place of the one that was asked for.
    private func credit(of job: Job, by call: Call?) -> String? {
        guard job.request.source.task != nil else { return nil }
        return credits[call?.backend ?? job.request.generation.backend]
    }

    private func lastCall(of job: Job) async throws(JobFailure) -> Call? {
        guard job.request.source.task != nil else { return nil }
        do throws(RepositoryFailure) { return try await spool.lastCall(of: job.id) } catch { throw .storage(error) }
    }

    private func cost(of job: Job) async throws(JobFailure) -> JobCost {
        guard job.request.source.task != nil else { return JobCost() }
        do throws(RepositoryFailure) { return try await spool.cost(of: job.id) } catch { throw .storage(error) }
    }

    private func write(
        _ bytes: [UInt8], _ kind: OutputKind, ending: String, of job: Job
    ) async throws(JobFailure) -> OutputPart {
        let part = FileName("." + job.id.text + "." + ending + ".part")
        do throws(FileFailure) { try await files.write(bytes, to: part, in: job.outbox) } catch {
            throw .delivery(error)
        }
        // Only a text could come back as a prompt.
        let isText = ending == "txt" || ending.hasSuffix(".txt")
        return OutputPart(kind: kind, ending: ending, part: part, digest: isText ? digest(bytes) : nil)
    }

    /// The parts' names last before the row says that they are there: one that is gone counts as delivered.
    private func reserve(
        _ parts: [OutputPart], missingArt: PictureFailure?, of job: Job
    ) async throws(JobFailure) -> [OutputFile]? {
        do throws(FileFailure) { try await files.sync(job.outbox) } catch { throw .delivery(error) }
        let stem = OutputName.path(of: job.name)
        let taken = try await taken(stem, parts, in: job.outbox)
        do throws(RepositoryFailure) {
            return try await spool.stage(
                job.id, stem: stem, parts: parts, taken: taken, missingArt: missingArt, token: job.token, at: utc())
        } catch {
            throw .storage(error)
        }
    }

    /// Which of the stems that could be chosen are names in the folder already: every one up to the first free.
    private func taken(
        _ stem: String, _ parts: [OutputPart], in outbox: FolderPath
    ) async throws(JobFailure) -> Set<String> {
        var taken: Set<String> = []
        var number = 1
        while true {
            let candidate = OutputName.numbered(stem, number)
            let names = try await present(candidate, parts, in: outbox)
            if names.isEmpty { return taken }
            taken.formUnion(names)
            number += 1
        }
    }

    private func present(
        _ stem: String, _ parts: [OutputPart], in outbox: FolderPath
    ) async throws(JobFailure) -> [String] {
        var names: [String] = []
        for part in parts {
            let name = stem + "." + part.ending
            do throws(FileFailure) {
                if try await files.entry(FileName(name), in: outbox) != nil { names.append(name.lowercased()) }
            } catch {
                throw .delivery(error)
            }
        }
        return names
    }
}

extension JobFailure {
    fileprivate var blamesPicture: Bool {
        switch self {
        case .picture, .pictureLost: true
        case .backend, .unfetched, .noSuchBackend, .overBudget, .delivery, .storage, .request: false
        }
    }
}
