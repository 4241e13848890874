import ControlServer
import Domain
import PlatformConcurrency
import PlatformSystem
import Rendering
import Repositories
import TextArt

/// Recent outputs, by what they were rendered from.
typealias Renderings = MemoryCache<RenderingKey, [RenderedOutput]>

/// A renderer that caches recent outputs.
struct CachedRenderer: Renderer {
    private let renderer: any Renderer
    private let files: any FileSystem
    private let meters: Meters
    let cache: Renderings

    /// `limit`: the cache's size in bytes of outputs.
    init(_ renderer: any Renderer, files: any FileSystem, limit: Int, meters: Meters = Meters()) {
        self.meters = meters
        self.renderer = renderer
        self.files = files
        cache = MemoryCache(limit: limit) { outputs in outputs.reduce(256) { $0 + $1.bytes.count } }
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
        let key = RenderingKey(folder: folder, name: name, art: art, outputs: outputs, caption: caption)
        return try await cache.value(key) { [renderer, meters] () throws(PictureFailure) in
            let clock = ContinuousClock()
            let start = clock.now
            let made = try await renderer.render(picture, art: art, outputs: outputs, caption: caption)
            meters.add(.rendering, clock.now - start)
            return made
        }
    }

    func show(
        _ picture: PictureSource, art: ArtOptions, output: OutputKind
    ) async throws(PictureFailure) -> ConversionResult {
        try await renderer.show(picture, art: art, output: output)
    }
}

/// The inputs of a rendering. Blobs are named by their content, so that the same name is the same picture.
struct RenderingKey: Hashable, Sendable {
    let folder: FolderPath
    let name: FileName
    let art: ArtOptions
    let outputs: [OutputKind]
    let caption: ArtCaption

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
