import ControlServer
import Domain
import PlatformConcurrency
import PlatformDigest
import PlatformSystem
import Rendering
import Repositories
import TextArt

/// A renderer that caches its results. Of what jobs deliver, the cells of recent pictures are kept: the costly part, which
/// is the same under every file name. Of what clients request, whole files are kept.
struct CachedRenderer: Renderer {
    private let renderer: PictureRenderer
    private let files: any FileSystem
    private let meters: Meters
    private let renderings: Renderings

    init(_ renderer: PictureRenderer, files: any FileSystem, _ renderings: Renderings, meters: Meters = Meters()) {
        self.meters = meters
        self.renderer = renderer
        self.files = files
        self.renderings = renderings
    }

    func render(
        _ picture: PictureSource, art: ArtOptions, outputs: [OutputKind], caption: ArtCaption
    ) async throws(PictureFailure) -> [RenderedOutput] {
        // Nothing may be shown of a picture that was removed. Outputs other than art are not rendered, so there is
        // nothing to cache.
        guard outputs.contains(where: \.isArt), case .file(let name, let folder) = picture,
            (try? await files.entry(name, in: folder)) != nil
        else {
            return try await renderer.render(picture, art: art, outputs: outputs, caption: caption)
        }
        let key = RenderingKey(folder: folder, name: name, art: art, outputs: outputs)
        let cells = try await renderings.cells.value(key) { [renderer, meters] () throws(PictureFailure) in
            try await Self.timed(meters) { () throws(PictureFailure) in
                try await renderer.cells(picture, art: art, outputs: outputs)
            }
        }
        return try await renderer.files(of: cells, caption: caption)
    }

    /// One file of a picture as served to clients, or no bytes if there is none or the task was cancelled. `prepare`
    /// runs before the picture is read, and returns `false` if there is no picture.
    func file(
        _ picture: StoredFile, art: ArtOptions, output: OutputKind, caption: ArtCaption,
        prepare: @escaping @Sendable () async throws(ControlFailure) -> Bool
    ) async throws(ControlFailure) -> [UInt8] {
        let key = RenderingRecipe(output, art, caption)?.key(picture.digest)
        return try await file(picture, key, prepare) { [meters] source throws(PictureFailure) in
            try await Self.timed(meters) { () throws(PictureFailure) in
                try await show(source, picture.digest, art: art, output: output, caption: caption, isLenient: false)
                    .outputs.first?.bytes ?? []
            }
        }
    }

    /// A small JPEG or PNG of a picture; otherwise like `file`.
    func thumbnail(
        _ picture: StoredFile, prepare: @escaping @Sendable () async throws(ControlFailure) -> Bool
    ) async throws(ControlFailure) -> [UInt8] {
        let side = Self.thumbnailSide
        return try await file(picture, RenderingRecipe(thumbnail: side).key(picture.digest), prepare) {
            [renderer] source throws(PictureFailure) in
            try await renderer.thumbnail(source, side: side)
        }
    }

    /// The longest side of a thumbnail in pixels.
    private static let thumbnailSide = 256

    private func file(
        _ picture: StoredFile, _ key: DiskCache.Key?,
        _ prepare: @escaping @Sendable () async throws(ControlFailure) -> Bool,
        _ render: @escaping @Sendable (PictureSource) async throws(PictureFailure) -> [UInt8]
    ) async throws(ControlFailure) -> [UInt8] {
        let make: @Sendable () async throws(ControlFailure) -> [UInt8] = { () throws(ControlFailure) in
            guard try await prepare() else { return [] }
            do throws(PictureFailure) {
                return try await render(try await picture.source())
            } catch .unreadable(.missing) {
                return []
            } catch {
                throw .picture(error)
            }
        }
        // Nothing may be shown of a picture that was removed.
        guard let key, (try? await picture.blobs.exists(picture.digest)) == true else {
            return try await make()
        }
        return try await renderings.file(key, make: make)
    }

    private static func timed<Answer>(
        _ meters: Meters, _ work: () async throws(PictureFailure) -> Answer
    ) async throws(PictureFailure) -> Answer {
        let clock = ContinuousClock()
        let start = clock.now
        let made = try await work()
        meters.add(.rendering, clock.now - start)
        return made
    }

    func show(
        _ picture: PictureSource, art: ArtOptions, output: OutputKind
    ) async throws(PictureFailure) -> ConversionResult {
        try await renderer.show(picture, art: art, output: output)
    }

    /// Renders a picture that a client sends, which often comes again with other options. A damaged one is rendered as far
    /// as it could be read.
    @concurrent
    func show(
        _ picture: [UInt8], art: ArtOptions, output: OutputKind
    ) async throws(PictureFailure) -> ConversionResult {
        try await show(
            .bytes(picture), sha256(picture), art: art, output: output, caption: ArtCaption(), isLenient: true)
    }

    private func show(
        _ picture: PictureSource, _ digest: Digest, art: ArtOptions, output: OutputKind, caption: ArtCaption,
        isLenient: Bool
    ) async throws(PictureFailure) -> ConversionResult {
        guard let key = PictureSamples.Key(art, output, isLenient: isLenient) else {
            if isLenient { return try await renderer.show(picture, art: art, output: output) }
            let outputs = try await renderer.render(picture, art: art, outputs: [output], caption: caption)
            return ConversionResult(outputs: outputs, warnings: [])
        }
        let samples = try await renderings.samples.value(SamplesKey(picture: digest, samples: key)) {
            [renderer] () throws(PictureFailure) in
            try await renderer.samples(picture, art: art, output: output, isLenient: isLenient)
        }
        guard let samples else { return ConversionResult(outputs: [], warnings: []) }
        return try await renderer.show(samples, art: art, output: output, caption: caption)
    }
}

/// A stored picture and its file.
struct StoredFile: Sendable {
    let digest: Digest
    let blobs: any BlobRepository

    /// The picture's file, fetched if necessary.
    func source() async throws(PictureFailure) -> PictureSource {
        do throws(FileFailure) {
            let place = try await blobs.place(of: digest)
            return .file(place.name, in: place.folder)
        } catch {
            throw .unreadable(error)
        }
    }
}

/// Uses a spare thread for part of a picture's work while no other picture waits for the processors.
struct SpareThreadRendering: ParallelRunner {
    let thread: ForkJoinThread
    /// The rendering threads.
    let cores: ThreadExecutor

    func both<One: Sendable, Other: Sendable>(
        _ one: () -> One, _ other: @escaping @Sendable () -> Other
    ) -> (One, Other) {
        cores.hasQueued ? (one(), other()) : thread.both(one, other)
    }
}
