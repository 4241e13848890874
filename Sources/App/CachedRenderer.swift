import ControlServer
import Domain
import Rendering
import Repositories

/// Renders what it hasn't rendered lately.
struct CachedRenderer: Renderer {
    private let renderer: any Renderer
    private let files: any FileSystem
    private let meters: Meters
    let cache: MemoryCache<RenderingKey, [RenderedOutput]>

    /// `limit` in bytes of rendered outputs.
    init(_ renderer: any Renderer, files: any FileSystem, limit: Int, meters: Meters = Meters()) {
        self.meters = meters
        self.renderer = renderer
        self.files = files
        cache = MemoryCache(limit: limit) { outputs in outputs.reduce(256) { $0 + $1.bytes.count } }
    }

    func render(
        _ picture: PictureFile, art: ArtOptions, outputs: [OutputKind], caption: ArtCaption
    ) async throws(PictureFailure) -> [RenderedOutput] {
        // Of a picture that was removed nothing is shown any more. What is no art is not rendered: nothing to keep.
        guard outputs.contains(where: \.isArt), case .file(let name, let folder) = picture,
            await isThere(name, in: folder)
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

    private func isThere(_ name: FileName, in folder: FolderPath) async -> Bool {
        do throws(FileFailure) { return try await files.entry(name, in: folder) != nil } catch { return false }
    }

    func show(
        _ picture: PictureFile, art: ArtOptions, output: OutputKind
    ) async throws(PictureFailure) -> ConvertedPicture {
        try await renderer.show(picture, art: art, output: output)
    }
}
