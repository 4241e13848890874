import Configuration
import ControlServer
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
@MainActor
final class Submissions {
    private let stores: ActiveStores
    private let jobs: JobQueries
    private let submissions: any SubmissionRepository
    private let files: any FileSystem
    private let disk: ThreadExecutor
    private var current: CurrentService { stores.current }

    init(
        _ stores: ActiveStores, _ jobs: JobQueries, _ submissions: any SubmissionRepository, _ files: any FileSystem,
        _ disk: ThreadExecutor
    ) {
        self.stores = stores
        self.jobs = jobs
        self.submissions = submissions
        self.files = files
        self.disk = disk
    }

    func submit(_ order: JobSubmission) async throws(ControlFailure) -> JobTimeline {
        let container = try await stores.accepting()
        let watch = try watch(order.folder, current.settings)
        var request = try await request(order, to: watch, container)
        let key = order.idempotencyKey.map { SubmissionKey(user: order.user, text: $0) }
        let stamp = container.stamp()
        let sent = await disk.run { Self.digests(of: order) }
        if let key, let known = try await known(key, sent.content) { return try await jobs.job(known) }
        let pictures = try await complete(&request, order, sent.pictures)
        let drop = Drop.submission(
            to: watch.name, at: stamp.utc, seed: stamp.seed, size: Int(Self.size(of: order)))
        let origin = JobOrigin(
            drop: drop, outbox: watch.outbox, utc: stamp.utc, day: LocalTime(stamp.utc).localDay, seed: stamp.seed,
            onConflict: watch.rules.onConflict, reference: order.reference, submitter: order.user)
        let name = Self.name(request, pictures?.first)
        let jobs = await container.fit(origin.jobs(named: name, for: request))
        // A request always has a first sample.
        return try await store(
            Jobs.Submission(
                SubmittedJobs(jobs[0], Array(jobs.dropFirst()), content: sent.content), drop: drop,
                pictures: order.source.pictures, key: key))
    }

    /// The request of an order, over what its folder says.
    private func request(
        _ order: JobSubmission, to watch: WatchFolder, _ container: AppContainer
    ) async throws(ControlFailure) -> Request {
        let settings = current.settings
        let layer = RequestLayer(
            settings, abilities: container.abilities, template: watch.rules.template,
            isLocalOnly: watch.rules.isLocalOnly)
        return try request(order, layer, over: try await request(of: watch, layer, settings), settings)
    }

    /// Adds the pictures of an order to its request.
    private func complete(
        _ request: inout Request, _ order: JobSubmission, _ digests: [Digest]
    ) async throws(ControlFailure) -> InputPictures? {
        if order.fields["size"] == nil, request.prompt != nil, let first = order.source.pictures.first {
            request.generation.size = try await size(request.generation.size, like: first, current.settings)
        }
        let pictures = InputPictures(try Self.pictures(order.source, digests))
        if let pictures { request.take(pictures, as: order.fields) }
        return pictures
    }

    private static func size(of order: JobSubmission) -> Int64 {
        order.source.pictures.reduce(0) { $0 + Int64($1.count) }
    }

    /// Answers from the event that reports the stored job.
    private func store(_ submission: Jobs.Submission) async throws(ControlFailure) -> JobTimeline {
        let id = submission.jobs.first.id
        switch try await stores.answer(stores.accepting, to: { .submit(submission, $0) }) {
        case .submitted(let stored) where stored.first.id == id:
            let job = stored.first
            return JobTimeline(
                entry: JobEntry(job: job, changed: job.created),
                steps: [JobTimeline.Step(state: job.state, at: job.created)], samples: stored.jobs.samples)
        case .submitted(let earlier): return try await jobs.job(try Self.same(earlier, submission.jobs.content))
        case .submitRefused(.noRoom): throw .noRoom(jobs: current.container.jobs.state.entries.count)
        case .submitRefused(.storage(let failure)): throw .storage(failure)
        case .submitRefused(.repository(let failure)): throw .repository(failure)
        default:
            // The stores were shut down. Only the database knows whether the job was stored before.
            guard let timeline = try await jobs.timeline(id) else { throw .draining }
            return timeline
        }
    }

    /// The first job that was created by the same request under this key. Throws `.keyReused` for a different request.
    private func known(
        _ key: SubmissionKey, _ content: Digest
    ) async throws(ControlFailure) -> JobID? {
        let known = try await stored { () throws(RepositoryFailure) in
            try await submissions.submission(key)
        }
        guard let known else { return nil }
        return try Self.same(known, content)
    }

    private static func same(_ submission: SubmittedJobs, _ content: Digest?) throws(ControlFailure) -> JobID {
        guard submission.content == nil || submission.content == content else { throw .keyReused(submission.first.id) }
        return submission.first.id
    }

    /// Digests of everything that was sent, by which a request is identified, and of each picture alone.
    private nonisolated static func digests(of order: JobSubmission) -> (content: Digest, pictures: [Digest]) {
        let pictures = order.source.pictures.map { sha256($0) }
        guard !pictures.isEmpty else { return (sha256(order.sent), []) }
        return (sha256(order.sent + [0] + pictures.flatMap(\.bytes)), pictures)
    }

    private func watch(_ name: String?, _ settings: Settings) throws(ControlFailure) -> WatchFolder {
        let names = settings.watches.map(\.name)
        let watch = name.map { name in settings.watches.first { $0.name == name } } ?? settings.watches.first
        guard let watch else { throw .noSuchFolder(name ?? "", known: names) }
        return watch
    }

    /// The outbox of a folder; the first folder's if it is not configured.
    func outbox(of folder: String) -> FolderPath {
        let watches = current.settings.watches
        return (watches.first { $0.name == folder } ?? watches.first)?.outbox ?? FolderPath("")
    }

    /// The watch's request overlaid with the folder's own settings file.
    private func request(
        of watch: WatchFolder, _ layer: RequestLayer, _ settings: Settings
    ) async throws(ControlFailure) -> Request {
        let text: [UInt8]
        do throws(FileFailure) {
            text = try await files.read(FolderConfigFile.name, in: watch.path, limit: FolderConfigFile.most)
        } catch {
            if error == .missing { return watch.rules.request }
            throw .storage(error)
        }
        let file = watch.path.appending(FolderConfigFile.name).shown
        do throws(PromptFailure) {
            return try RequestReader(limits: settings.limits, layer: layer).base(
                text, file: file, over: watch.rules.request
            )
            .get()
        } catch {
            throw .prompt(error)
        }
    }

    private func request(
        _ order: JobSubmission, _ layer: RequestLayer, over base: Request, _ settings: Settings
    ) throws(ControlFailure) -> Request {
        let given = order.source.pictures.map { bytes in
            RequestLayer.Given(format: PictureFormat(magic: bytes), bytes: bytes.count)
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
            let info = try await disk.run { () throws(PictureFailure) in
                try PictureDecoder.inspect(.bytes(picture), limits: settings.limits.pictures)
            }
            return size.shaped(like: info.shown, sides: 64...2048)
        } catch {
            throw .picture(error)
        }
    }

    private static func pictures(
        _ source: JobSubmission.Source, _ digests: [Digest]
    ) throws(ControlFailure) -> [StoredPicture] {
        var pictures: [StoredPicture] = []
        for (bytes, digest) in zip(source.pictures, digests) {
            guard let format = PictureFormat(magic: bytes) else { throw .picture(.notAPicture) }
            guard format.isReadable else { throw .picture(.unsupported(format)) }
            pictures.append(StoredPicture(digest: digest, format: format))
        }
        return pictures
    }

    /// The name of the outputs, with the ending of what they are made from.
    private static func name(_ request: Request, _ picture: StoredPicture?) -> FileName {
        let stem = request.prompt.map(PromptName.of) ?? "picture"
        return FileName("\(stem).\(picture?.format.rawValue ?? "txt")")
    }
}

/// Orders that are resolved now and made into jobs later.
extension Submissions {
    /// A checked submission, with the digest of everything that was sent.
    struct Resolved {
        let order: PlannedOrder
        let content: Digest
    }

    func resolved(_ order: JobSubmission) async throws(ControlFailure) -> Resolved {
        let container = try await stores.accepting()
        let watch = try watch(order.folder, current.settings)
        var request = try await request(order, to: watch, container)
        let sent = await disk.run { Self.digests(of: order) }
        let pictures = try await complete(&request, order, sent.pictures)
        let planned = PlannedOrder(
            request: request, folder: watch.name, outbox: watch.outbox, onConflict: watch.rules.onConflict,
            name: Self.name(request, pictures?.first), size: Self.size(of: order), reference: order.reference,
            submitter: order.user)
        return Resolved(order: planned, content: sent.content)
    }
}

extension Submissions: nonisolated JobSubmitting {}

/// The default name of outputs: the prompt's first words.
enum PromptName {
    private static let longest = 48

    /// `a-lighthouse-at-night`: letters and digits of any script in lower case, hyphens between words.
    static func of(_ prompt: String) -> String {
        var name = ""
        for word in prompt.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            let longer = name.isEmpty ? String(word) : name + "-" + word
            if longer.count > longest { break }
            name = longer
        }
        if !name.isEmpty { return name }
        let letters = prompt.lowercased().filter { $0.isLetter || $0.isNumber }
        return letters.isEmpty ? "prompt" : String(letters.prefix(longest))
    }
}
