import ControlServer
import Domain
import PlatformConcurrency
import PlatformSystem
import Rendering
import Repositories
import TextArt

/// Recent cells, by what they were chosen from.
typealias Renderings = MemoryCache<RenderingKey, RenderedCells>

/// A renderer that caches the cells of recent pictures: the costly part, which is the same under every file name.
struct CachedRenderer: Renderer {
    private let renderer: PictureRenderer
    private let files: any FileSystem
    private let meters: Meters
    let cache: Renderings

    /// `limit`: the cache's size in bytes of cells.
    init(_ renderer: PictureRenderer, files: any FileSystem, limit: Int, meters: Meters = Meters()) {
        self.meters = meters
        self.renderer = renderer
        self.files = files
        cache = MemoryCache(limit: limit) { $0.bytes }
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
        let cells = try await cache.value(key) { [renderer, meters] () throws(PictureFailure) in
            let clock = ContinuousClock()
            let start = clock.now
            let made = try await renderer.cells(picture, art: art, outputs: outputs)
            meters.add(.rendering, clock.now - start)
            return made
        }
        return try await renderer.files(of: cells, caption: caption)
    }

    func show(
        _ picture: PictureSource, art: ArtOptions, output: OutputKind
    ) async throws(PictureFailure) -> ConversionResult {
        try await renderer.show(picture, art: art, output: output)
    }
}

/// What decides the cells of a picture. Blobs are named by their content, so that the same name is the same picture.
struct RenderingKey: Hashable, Sendable {
    let folder: FolderPath
    let name: FileName
    let art: ArtOptions
    let outputs: [OutputKind]

    /// Names differ for nearly all pictures, so the rest is only compared.
    func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(outputs)
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
