import Configuration
import Domain
import IntakeFeature
import IntakeSideEffect
import PlatformConcurrency
import PlatformPictures
import PlatformSystem

/// Parses drops into requests with the settings of their folders.
struct FolderDropParser: DropParser {
    private struct Readers {
        let prompts: PromptReader
        let requests: RequestReader
        let request: Request
        /// `nil` for a folder that is not configured.
        let watch: WatchFolder?

        /// The readers for a drop with this name.
        func of(_ name: FileName) -> Readers {
            let names = watch?.subfolderTags(of: name) ?? []
            return Readers(
                prompts: prompts.adding(subfolders: names), requests: requests.adding(subfolders: names),
                request: request, watch: watch)
        }
    }

    private let readers: [String: Readers]
    private let others: Readers
    /// Folders in which each line of a prompt file is a prompt.
    private let lineFolders: Set<String>
    private let pictures: PictureLimits
    private let blobs: any BlobRepository
    private let disk: ThreadExecutor?

    init(
        _ settings: Settings, _ abilities: [String: BackendCapabilities], blobs: any BlobRepository,
        disk: ThreadExecutor?
    ) {
        func readers(_ watch: WatchFolder?) -> Readers {
            let layer = RequestLayer(
                settings, abilities: abilities, template: watch?.rules.template,
                isLocalOnly: watch?.rules.isLocalOnly == true)
            return Readers(
                prompts: PromptReader(limits: settings.limits, layer: layer),
                requests: RequestReader(limits: settings.limits, layer: layer),
                request: watch?.rules.request ?? settings.defaults, watch: watch)
        }
        self.readers = Dictionary(settings.watches.map { ($0.name, readers($0)) }) { first, _ in first }
        others = readers(nil)
        lineFolders = Set(settings.watches.filter { $0.rules.batch == .lines }.map(\.name))
        pictures = settings.limits.pictures
        self.blobs = blobs
        self.disk = disk
    }

    func base(_ files: [FolderConfigFile], folder: String) -> Result<Request, FolderConfigFailure> {
        let readers = self[folder]
        var request = readers.request
        for file in files {
            switch readers.requests.base(file.bytes, file: file.place.shown, over: request) {
            case .success(let merged): request = merged
            case .failure(let failure): return .failure(FolderConfigFailure(file.place, .mistake(failure)))
            }
        }
        return .success(request)
    }

    func requests(
        in text: [UInt8], named name: FileName, folder: String, over base: Request
    ) -> Result<[DropLine], PromptFailure> {
        let readers = self[folder].of(name)
        switch DropKind(ending: name.ending) {
        case .batch: return readers.requests.lines(text, file: name.shown, base: base)
        case .request:
            let notation = name.ending == "json" ? RequestReader.Notation.json : .toml
            return .success([DropLine(request: readers.requests.read(text, as: notation, file: name.shown, base: base))]
            )
        case .prompt where lineFolders.contains(folder):
            return readers.prompts.lines(text, file: name.shown, base: base)
        case .prompt, .picture, nil:
            return .success([DropLine(request: readers.prompts.read(text, file: name.shown, base: base))])
        }
    }

    func request(
        beside picture: StoredPicture, bytes: Int64, in text: [UInt8], named name: FileName, folder: String,
        over base: Request
    ) async -> Result<Request, DropFailure> {
        let read = self[folder].of(name).requests.read(
            beside: picture, bytes: Int(clamping: bytes), text, file: name.shown, base: base)
        switch read {
        case .failure(let failure): return .failure(.sidecar(failure))
        case .success((var request, let isShaped)):
            guard isShaped else { return .success(request) }
            do throws(PictureFailure) {
                let shown = try await size(of: picture)
                request.generation.size = request.generation.size.shaped(like: shown, sides: 64...2048)
                return .success(request)
            } catch {
                return .failure(.picture(error))
            }
        }
    }

    func excerpt(
        of text: [UInt8], named name: FileName, folder: String, lines: Set<Int>
    ) -> Result<[UInt8], PromptFailure> {
        let readers = self[folder]
        return DropKind(ending: name.ending) == .batch
            ? readers.requests.excerpt(text, lines: lines) : readers.prompts.excerpt(text, lines: lines)
    }

    private subscript(folder: String) -> Readers { readers[folder] ?? others }

    private func size(of picture: StoredPicture) async throws(PictureFailure) -> PictureSize {
        let place: (folder: FolderPath, name: FileName)
        do throws(FileFailure) { place = try await blobs.place(of: picture.digest) } catch { throw .unreadable(error) }
        let inspect = { @Sendable [pictures] () throws(PictureFailure) in
            try PictureDecoder.inspect(.file(place.name, in: place.folder), limits: pictures).shown
        }
        return if let disk { try await disk.run(inspect) } else { try inspect() }
    }
}
