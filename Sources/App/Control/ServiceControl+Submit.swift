import Configuration
import Domain
import IntakeFeature
import JobsFeature
import MVICore
import MVIRuntime
import PlatformConcurrency
import PlatformDigest
import PlatformPictures
import PlatformSystem
import Repositories

/// Creates jobs from submissions.
extension ServiceControl {
    func submit(_ order: JobSubmission) async throws(ControlFailure) -> JobTimeline {
        let container = try await accepting()
        let settings = current.settings
        let watch = try watch(order.folder, settings)
        let layer = RequestLayer(
            settings, abilities: container.abilities, template: watch.template, isLocalOnly: watch.isLocalOnly)
        var request = try request(order, layer, over: try await request(of: watch, layer, settings), settings)
        let key = order.idempotencyKey.map { SubmissionKey(user: order.user, text: $0) }
        let stamp = container.stamp()
        let content = Self.content(of: order)
        if let key, let known = try await known(key, content) { return try await job(known) }
        let jobs = container.jobs.state
        guard jobs.hasFreeSlot else { throw .noRoom(jobs: jobs.entries.count) }
        if order.fields["size"] == nil, request.prompt != nil, case .picture(let bytes) = order.source {
            request.generation.size = try await size(request.generation.size, like: bytes, settings)
        }
        let picture = try await picture(order.source, settings)
        if let picture { request.take(picture, as: order.fields) }
        let made = Self.job(order, request, picture, watch, stamp)
        let outcome = await store(SubmittedJob(job: made.job, content: content), made.drop, key, stamp)
        if let picture { await base.blobs.release(picture.digest) }
        let there = try outcome.get()
        if there.job.id == made.job.id {
            // The stores may have been replaced meanwhile.
            current.container.take(there.job, of: made.drop)
        }
        return try await job(try Self.same(there, content))
    }

    /// The job that was created by the same request under this key. Throws `.keyReused` for a different request.
    private func known(
        _ key: SubmissionKey, _ content: Digest
    ) async throws(ControlFailure) -> JobID? {
        let known = try await stored { () throws(RepositoryFailure) in
            try await base.spool.submission(key)
        }
        guard let known else { return nil }
        return try Self.same(known, content)
    }

    private static func same(_ submission: SubmittedJob, _ content: Digest) throws(ControlFailure) -> JobID {
        guard submission.content == nil || submission.content == content else { throw .keyReused(submission.job.id) }
        return submission.job.id
    }

    /// Identifies a request by everything that was sent.
    private static func content(of order: JobSubmission) -> Digest {
        guard case .picture(let bytes) = order.source else { return sha256(order.sent) }
        return sha256(order.sent + [0] + sha256(bytes).bytes)
    }

    private func store(
        _ submission: SubmittedJob, _ drop: Drop, _ key: SubmissionKey?, _ stamp: Stamp
    ) async -> Result<SubmittedJob, ControlFailure> {
        do throws(RepositoryFailure) {
            return .success(try await base.spool.submit(submission, drop: drop, key: key, at: stamp.utc))
        } catch {
            return .failure(.repository(error))
        }
    }

    private func watch(_ name: String?, _ settings: Settings) throws(ControlFailure) -> Watch {
        let names = settings.watches.map(\.name)
        let watch = name.map { name in settings.watches.first { $0.name == name } } ?? settings.watches.first
        guard let watch else { throw .noSuchFolder(name ?? "", known: names) }
        return watch
    }

    /// The watch's request overlaid with the folder's own settings file.
    private func request(
        of watch: Watch, _ layer: RequestLayer, _ settings: Settings
    ) async throws(ControlFailure) -> Request {
        let text: [UInt8]
        do throws(FileFailure) {
            text = try await base.files.read(FolderConfigFile.name, in: watch.path, limit: FolderConfigFile.most)
        } catch {
            if error == .missing { return watch.request }
            throw .storage(error)
        }
        let file = watch.path.appending(FolderConfigFile.name).shown
        do throws(PromptFailure) {
            return try RequestReader(limits: settings.limits, layer: layer).base(text, file: file, over: watch.request)
                .get()
        } catch {
            throw .prompt(error)
        }
    }

    private func request(
        _ order: JobSubmission, _ layer: RequestLayer, over base: Request, _ settings: Settings
    ) throws(ControlFailure) -> Request {
        var given: RequestLayer.Given?
        if case .picture(let bytes) = order.source {
            given = RequestLayer.Given(format: PictureFormat(magic: bytes), bytes: bytes.count)
        }
        do throws(RequestFault) {
            return try layer.request(
                order.fields, over: base, given: given, limit: settings.limits.promptCharacters, from: .submission)
        } catch {
            switch error {
            case .fields(let failures): throw .fields(failures)
            case .prompt(let failure): throw .prompt(failure)
            }
        }
    }

    /// If no size is given, the output takes the input picture's shape.
    private func size(
        _ size: PictureSize, like picture: [UInt8], _ settings: Settings
    ) async throws(ControlFailure) -> PictureSize {
        do throws(PictureFailure) {
            let info = try await base.disk.run { () throws(PictureFailure) in
                try PictureDecoder.inspect(.bytes(picture), limits: settings.limits.pictures)
            }
            return size.shaped(like: info.shown, sides: 64...2048)
        } catch {
            throw .picture(error)
        }
    }

    /// A submitted picture exists only here, so it is synced, and protected from removal until its row is written.
    private func picture(
        _ source: JobSubmission.Source, _ settings: Settings
    ) async throws(ControlFailure) -> StoredPicture? {
        guard case .picture(let bytes) = source else { return nil }
        guard let format = PictureFormat(magic: bytes) else { throw .picture(.notAPicture) }
        guard format.isReadable else { throw .picture(.unsupported(format)) }
        do throws(FileFailure) {
            return StoredPicture(digest: try await base.blobs.store(bytes), format: format)
        } catch {
            throw .storage(error)
        }
    }

    /// The drop is no file, so nothing has to be cleaned up at its end. Its name makes it unique.
    private static func job(
        _ order: JobSubmission, _ request: Request, _ picture: StoredPicture?, _ watch: Watch, _ stamp: Stamp
    ) -> (drop: Drop, job: Job) {
        let id = DropID(utc: stamp.utc, seed: stamp.seed, index: 0)
        let identity = FileIdentity(name: FileName(".submitted-\(id)"), inode: 0, size: 0, modified: stamp.utc)
        let drop = Drop(id: id, folder: watch.name, identity: identity, phase: .read)
        let ending = picture?.format.rawValue ?? "txt"
        // With a prompt, the picture that becomes art has yet to be generated.
        let dropped = request.source.task == nil ? picture : nil
        // A given name must not name a folder.
        let named = order.name.map { String($0.map { $0 == "/" ? "_" : $0 }) }
        let stem = named ?? request.prompt.map(PromptName.of) ?? "picture"
        let job = Job(
            id: JobID(utc: stamp.utc, seed: stamp.seed, index: 1), drop: id, line: 0, folder: watch.name,
            name: FileName("\(stem).\(ending)"), outbox: watch.outbox, request: request, picture: dropped,
            created: stamp.utc, reference: order.reference, submitter: order.user)
        return (drop, job)
    }
}
