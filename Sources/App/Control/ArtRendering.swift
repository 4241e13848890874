import Configuration
import ControlServer
import Domain
import JobsSideEffect
import Rendering

/// Renders art for clients. What is rendered of stored pictures is cached.
@MainActor
final class ArtRendering {
    private let jobs: JobQueries
    private let renderer: CachedRenderer
    private let files: any FileSystem
    private let blobs: any BlobRepository
    private let current: CurrentService

    init(
        _ jobs: JobQueries, _ renderer: CachedRenderer, _ files: any FileSystem, _ blobs: any BlobRepository,
        _ current: CurrentService
    ) {
        self.jobs = jobs
        self.renderer = renderer
        self.files = files
        self.blobs = blobs
        self.current = current
    }

    func render(_ order: RenderRequest) async throws(ControlFailure) -> RenderedArt {
        var art = current.settings.defaults.art
        let failures = FieldTable.art.apply(order.art, to: &art)
        guard failures.isEmpty else { throw .fields(failures) }
        let shown: ConversionResult
        do throws(PictureFailure) {
            shown = try await renderer.show(order.picture, art: art, output: order.output)
        } catch {
            throw .picture(error)
        }
        guard let output = shown.outputs.first else { throw .unsupported(feature: order.output.rawValue) }
        return RenderedArt(
            bytes: output.bytes, damage: shown.damage, hasBrokenProfile: shown.hasBrokenProfile,
            warnings: shown.warnings)
    }

    /// A stored picture is rendered again; otherwise what was delivered is read from the outbox, if it is still there
    /// and no other options are requested.
    func art(of id: JobID, _ request: ArtRequest) async throws(ControlFailure) -> [UInt8] {
        let timeline = try await jobs.job(id)
        let job = timeline.job
        if let picture = job.picture, let made = try await rendered(timeline, picture, request) { return made }
        guard job.state == .done, !request.hasOptions,
            let file = job.outputs.first(where: { $0.kind == request.output })
        else {
            throw try await gone(job)
        }
        do throws(FileFailure) {
            return try await files.read(file.name, in: job.outbox, limit: 64 << 20)
        } catch .missing {
            throw try await gone(job)
        } catch {
            throw .storage(error)
        }
    }

    func picture(of id: JobID) async throws(ControlFailure) -> PictureFile {
        let job = try await jobs.job(id).job
        guard let picture = job.picture, try await isUsable(picture.digest, of: job) else { throw try await gone(job) }
        do throws(FileFailure) {
            let bytes = try await blobs.read(picture.digest, limit: 256 << 20)
            return PictureFile(bytes: bytes, format: PictureFormat(magic: bytes))
        } catch {
            throw .storage(error)
        }
    }

    /// Whether the picture is stored as it was, if necessary after it was restored. A damaged one is never shown.
    private func isUsable(_ picture: Digest, of job: Job) async throws(ControlFailure) -> Bool {
        do throws(JobFailure) { return try await current.container.recovery.ensure(picture, of: job) } catch {
            switch error {
            case .delivery(let failure): throw .storage(failure)
            case .storage(let failure): throw .repository(failure)
            default: return false
            }
        }
    }

    /// Why there is nothing to show: the picture is damaged, was removed, or is not there.
    private func gone(_ job: Job) async throws(ControlFailure) -> ControlFailure {
        guard let picture = job.picture else { return .artGone(job.id, state: job.state.word) }
        do throws(FileFailure) {
            let isThere = try await blobs.exists(picture.digest)
            let isWhole = try await blobs.isWhole(picture.digest)
            if isThere && !isWhole { return .storage(.damaged) }
        } catch .missing {
        } catch {
            throw .storage(error)
        }
        return try await jobs.missingPicture(of: job, or: .artGone(job.id, state: job.state.word))
    }

    /// `nil` when the picture no longer exists.
    private func rendered(
        _ timeline: JobTimeline, _ picture: StoredPicture, _ request: ArtRequest
    ) async throws(ControlFailure) -> [UInt8]? {
        let job = timeline.job
        guard let wanted = job.request else { return nil }
        let maker = timeline.call?.backend ?? wanted.generation.backend
        let credit = wanted.prompt == nil ? nil : current.container.credits[maker]
        let parameters = GenerationParameters(
            of: job, call: timeline.call, capabilities: current.container.abilities[maker],
            program: "textifyd " + Version.text)
        let caption = ArtCaption(of: job, credit: credit, parameters: parameters)
        var art = wanted.art
        let failures = FieldTable.art.apply(request.options, to: &art)
        guard failures.isEmpty else { throw .fields(failures) }
        if let charset = request.charset { art = art.preferring(charset, for: request.output) }
        let bytes = try await renderer.file(
            stored(picture), art: art, output: request.output, caption: caption
        ) { () throws(ControlFailure) in try await self.isUsable(picture.digest, of: job) }
        return bytes.isEmpty ? nil : bytes
    }

    private func stored(_ picture: StoredPicture) -> StoredFile {
        StoredFile(digest: picture.digest, blobs: blobs)
    }

    func thumbnail(of id: JobID) async throws(ControlFailure) -> [UInt8] {
        let job = try await jobs.job(id).job
        guard let picture = job.picture else { throw try await gone(job) }
        let bytes = try await renderer.thumbnail(stored(picture)) { () throws(ControlFailure) in
            try await self.isUsable(picture.digest, of: job)
        }
        if bytes.isEmpty { throw try await gone(job) }
        return bytes
    }
}

extension ArtRendering: nonisolated ArtSource {}
