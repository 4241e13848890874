import Domain
import IntakeFeature

/// Recognises the kind of a drop's content and reads the requests in it.
struct ContentReader: Sendable {
    let parser: any DropParser
    let contents: any ContentRepository
    let blobs: any BlobRepository
    let limits: IntakeLimits

    /// Pictures are recognised by their first bytes, whatever the name. Texts are recognised by their extension only,
    /// and text with such an extension is one even if it starts like a picture, because the signatures of some formats
    /// are letters.
    func lines(
        _ taken: TakenFile, _ drop: Drop, _ source: WatchFolder, _ base: Request
    ) async throws(ReadStop) -> [DropLine] {
        let ending = drop.identity.name.ending
        let isText = TextHead.looksLikeText(taken.head)
        let kind = DropKind(ending: ending)
        if let format = PictureFormat(magic: taken.head), !(isText && kind?.isText == true) {
            guard format.isReadable else { throw .failed(.picture(.unsupported(format))) }
            try accept(.pictures, source)
            let picture = StoredPicture(digest: taken.digest, format: format)
            return [DropLine(request: .success(try await request(for: picture, taken.size, drop, source, base)))]
        }
        switch kind {
        case .prompt, .request, .batch:
            try accept(kind == .prompt ? .prompts : .requests, source)
            let limit = kind == .batch || source.isBatch(drop.identity.name) ? limits.batchBytes : limits.promptBytes
            return try await requests(in: taken, drop, base, limit)
        case .picture: throw .failed(.notAPicture(ending: ending, looksLikeText: isText))
        case nil: throw .failed(.unknownKind(ending: ending, looksLikeText: isText))
        }
    }

    private func accept(_ kind: WatchRules.Accepted, _ source: WatchFolder) throws(ReadStop) {
        guard source.rules.accepted.contains(kind) else {
            throw .failed(.notAccepted(kind: kind.rawValue, accepted: source.rules.accepted.map(\.rawValue)))
        }
    }

    private func requests(
        in taken: TakenFile, _ drop: Drop, _ base: Request, _ limit: Int64
    ) async throws(ReadStop) -> [DropLine] {
        if taken.size > limit { throw .failed(.tooLarge(bytes: taken.size, limit: limit)) }
        if let author = try await author(of: taken.digest) { throw .failed(.ownOutput(author)) }
        let text = try await content(of: taken, limit)
        let lines: [DropLine]
        switch parser.requests(in: text, named: drop.identity.name, folder: drop.folder, over: base) {
        case .success(let read): lines = read
        case .failure(let failure): throw .failed(.prompt(failure))
        }
        // A single request that is invalid fails the drop. In a batch each line fails alone.
        if let only = lines.first, only.number == 0, case .failure(let failure) = only.request {
            throw .failed(.prompt(failure))
        }
        return lines
    }

    /// The job that delivered this exact text, if any.
    private func author(of content: Digest) async throws(ReadStop) -> JobID? {
        do throws(RepositoryFailure) { return try await contents.author(of: content) } catch {
            throw .postponed(.repository(error))
        }
    }

    private func request(
        for picture: StoredPicture, _ bytes: Int64, _ drop: Drop, _ source: WatchFolder, _ base: Request
    ) async throws(ReadStop) -> Request {
        guard let sidecar = drop.sidecar else {
            if source.rules.sidecar == .required, DropKind(ending: drop.identity.name.ending) == .picture {
                throw .failed(.sidecarMissing(seconds: Int(Intake.patience.components.seconds)))
            }
            var request = base
            request.source = .picture(picture.digest, picture.format)
            return request
        }
        let text = try await text(of: sidecar, source)
        let read = await parser.request(
            beside: picture, bytes: bytes, in: text, named: sidecar.name, folder: drop.folder, over: base)
        switch read {
        case .success(let request): return request
        case .failure(let failure): throw .failed(failure)
        }
    }

    /// Reads the sidecar in the same way as the picture: once, through one descriptor, by its identity.
    private func text(of sidecar: FileIdentity, _ source: WatchFolder) async throws(ReadStop) -> [UInt8] {
        guard sidecar.size <= limits.promptBytes else {
            throw .failed(.sidecarFile(.tooLarge(bytes: sidecar.size, limit: limits.promptBytes)))
        }
        do throws(TakeFailure) {
            return try await blobs.peek(sidecar, from: source.path, limit: limits.promptBytes).bytes ?? []
        } catch {
            throw sidecarStop(ReadStop(error))
        }
    }

    /// A sidecar that was removed no longer belongs to the picture, so both have to settle again.
    private func sidecarStop(_ stop: ReadStop) -> ReadStop {
        switch stop {
        case .vanished: .changed
        case .failed(.unreadable(let failure)): .failed(.sidecarFile(failure))
        default: stop
        }
    }

    private func content(of taken: TakenFile, _ limit: Int64) async throws(ReadStop) -> [UInt8] {
        if let bytes = taken.bytes { return bytes }
        do throws(FileFailure) {
            return try await blobs.read(taken.digest, limit: limit)
        } catch {
            throw .postponed(.storage(error))
        }
    }
}
