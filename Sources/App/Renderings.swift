import Configuration
import Domain
import FoundationEssentials
import PlatformDigest
import Rendering
import Repositories

/// Everything that was rendered and can be rendered again: the cells of recent pictures and the files that clients
/// requested, in memory, and these files on disk.
struct Renderings: Sendable {
    /// Cells of what jobs deliver, by what they were chosen from.
    let cells: MemoryCache<RenderingKey, RenderedCells>
    /// Pictures as read for clients, who often ask for the same picture with other options.
    let samples: MemoryCache<SamplesKey, PictureSamples?>
    /// Files as served.
    private let files: MemoryCache<DiskCache.Key, [UInt8]>
    private let disk: DiskCache

    init(_ settings: CacheSettings) {
        let quarter = settings.renderings / 4
        // A cancelled rendering has no outputs, a cancelled file no bytes, and a cancelled reading no samples.
        cells = MemoryCache(limit: settings.renderings - 3 * quarter) { $0.isEmpty ? nil : $0.bytes }
        samples = MemoryCache(limit: 2 * quarter) { $0?.bytes }
        files = MemoryCache(limit: quarter) { $0.isEmpty ? nil : $0.count }
        disk = DiskCache(folder: settings.folder.appending("renderings"), limit: settings.disk)
    }

    /// Finds what earlier runs left on disk.
    func load() async { await disk.load() }

    /// Returns a file from memory or disk, or else makes and keeps it. Concurrent requests for the same file make it
    /// once. `make` returns no bytes if the task was cancelled or there is no file.
    func file<Failure: Error>(
        _ key: DiskCache.Key, make: @Sendable () async throws(Failure) -> [UInt8]
    ) async throws(Failure) -> [UInt8] {
        try await files.value(key) { [disk] () async throws(Failure) in try await disk.file(key, make: make) }
    }

    /// Removes everything that was made from some pictures.
    func remove(of pictures: [Digest]) async {
        let pictures = Set(pictures)
        // Memory last: what was read from disk meanwhile is removed too.
        await disk.remove(of: pictures)
        await files.remove { pictures.contains($0.picture) }
        await cells.remove { $0.picture.map(pictures.contains) ?? false }
        await samples.remove { pictures.contains($0.picture) }
    }

    func removeAll() async {
        await disk.removeAll()
        await files.removeAll()
        await cells.removeAll()
        await samples.removeAll()
    }

    /// The figures of the caches in memory together.
    var memoryFigures: CacheStatistics {
        get async { await cells.figures + files.figures + samples.figures }
    }

    var diskFigures: CacheStatistics {
        get async { await disk.figures }
    }
}

/// What decides the samples of a picture.
struct SamplesKey: Hashable, Sendable {
    let picture: Digest
    let samples: PictureSamples.Key
}

/// What decides the cells of a picture. Blobs are named by their content, so that the same name is the same picture.
struct RenderingKey: Hashable, Sendable {
    private let folder: FolderPath
    private let name: FileName
    private let art: ArtOptions
    private let outputs: [OutputKind]
    /// `nil` if the picture is not a blob.
    let picture: Digest?

    init(folder: FolderPath, name: FileName, art: ArtOptions, outputs: [OutputKind]) {
        self.folder = folder
        self.name = name
        self.art = art
        self.outputs = outputs
        picture = Digest(hex: folder.name.shown + name.shown)
    }

    /// Names differ for nearly all pictures, so the rest is only compared.
    func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(outputs)
    }
}

/// Everything besides the picture that decides the bytes of a file.
struct RenderingRecipe: Encodable {
    /// The release: another one may render differently.
    private let version = Version.text
    /// `thumbnail`, or the kind of art.
    private let file: String
    private let art: ArtOptions?
    private let side: Int?
    private let label: String
    private let credit: String?
    private let parameters: String?

    /// A file of art. `nil` if the result depends on a font file, which may change.
    init?(_ output: OutputKind, _ art: ArtOptions, _ caption: ArtCaption) {
        if case .file = art.font { return nil }
        file = output.rawValue
        self.art = art
        side = nil
        label = caption.label
        credit = caption.credit
        parameters = caption.parameters?.text
    }

    init(thumbnail side: Int) {
        file = "thumbnail"
        art = nil
        self.side = side
        label = ""
        credit = nil
        parameters = nil
    }

    /// The key of the file of a picture; `nil` if the recipe can't be written down.
    func key(_ picture: Digest) -> DiskCache.Key? {
        let encoder = JSONEncoder()
        // Equal recipes must give equal bytes.
        encoder.outputFormatting = .sortedKeys
        guard let json = try? encoder.encode(self) else { return nil }
        return DiskCache.Key(picture: picture, recipe: sha256(Array(json)))
    }
}
