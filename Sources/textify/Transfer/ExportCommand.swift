import ControlAPI
import ControlClient
import Domain
import PlatformDigest
import PlatformSystem
import Words

/// `textify export [QUERY…] FOLDER`: writes artworks and their pictures, for another library or other programs.
enum ExportCommand: LibrarySearchCommand {
    static let name = "export"
    static let summary = FieldHelp(
        "Write artworks with their pictures into a folder, or as a tar archive",
        "작품과 그림을 폴더나 tar 파일로 내보냄")
    static let operands = "[QUERY…] FOLDER | -"
    static let options = [
        CommandOption(
            "sidecars", "Write an XMP file beside each picture, which photo programs read",
            "그림마다 사진 프로그램이 읽는 XMP 파일을 함께 씀"),
        .quiet,
    ]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        guard let place = session.options.positionals.last else {
            throw session.usageError(session.words.missing(.exportFolder))
        }
        let path = FilePath(bytes: place)
        let isTar = path.isStandardInput
        if isTar, StandardStream.output.isTerminal { throw session.usageError(session.words.tarToTerminal) }
        let query = SearchWords.text(of: session.operands.dropLast())
        _ = try session.query(query)
        let target = try ExportTarget(isTar ? nil : path, session)
        var content = try ExportContent(session, hasSidecars: session.options.last("sidecars") != nil)
        for search in searches(query) { try await content.collect(search, session) }
        let summary = try await target.write(content, session)
        if !isTar || session.wantsJSON {
            try session.report(summary) {
                [session.words.exported($0.artworks, pictures: $0.pictures, bytes: $0.bytes)]
            }
        }
        guard summary.missing == 0 else {
            throw CommandFailure(exit: .data, text: session.words.picturesMissing(summary.missing))
        }
    }

    /// In the order in which the artworks were made. Without a query the trash belongs to the library as well.
    private static func searches(_ query: String) -> [String] {
        query.isEmpty ? ["sort:oldest", "is:trashed sort:oldest"] : [query + " sort:oldest"]
    }
}

/// What was exported.
struct ExportSummary: Encodable {
    let artworks: Int
    var pictures: Int
    var bytes: Int64
    /// The number of pictures that the service could not give.
    var missing = 0
}

/// The artworks of an export, and the pictures that they need.
struct ExportContent {
    struct Picture {
        let reference: JobDetail.Picture
        /// One of the artworks that show it.
        let artwork: String
        let size: Int64
        var sidecar: XMPSidecar?
    }

    let records: RecordFile
    private(set) var artworks = 0
    private(set) var pictures: [Picture] = []
    private var places: [Digest: Int] = [:]
    private let hasSidecars: Bool

    init(_ session: ControlSession, hasSidecars: Bool) throws(CommandFailure) {
        do throws(FileFailure) { records = try RecordFile() } catch {
            throw CommandFailure(
                exit: .cannotCreate, text: session.words.sentence(error, about: RecordFile.folder.shown))
        }
        self.hasSidecars = hasSidecars
    }

    /// Adds all results of a search, page by page.
    mutating func collect(_ search: String, _ session: ControlSession) async throws(CommandFailure) {
        var next: String?
        repeat {
            var query: [QueryString.Item] = [.init("q", search), .init("limit", "200")]
            if let next { query.append(.init("after", next)) }
            let page = try await session.get("/v1/artworks/export", query, as: ArtworkExport.self)
            for artwork in page.artworks { try add(artwork, session) }
            // A place that is given twice leads nowhere.
            guard page.next != next else { return }
            next = page.next
        } while next != nil
    }

    private mutating func add(_ transfer: ArtworkTransfer, _ session: ControlSession) throws(CommandFailure) {
        let line: [UInt8]
        do { line = try ControlJSON.encode(transfer) } catch {
            throw CommandFailure(exit: .software, text: ExportCommand.name + ": " + session.words.notJSON)
        }
        do throws(FileFailure) { try records.append(line + [10]) } catch {
            throw CommandFailure(exit: .io, text: session.words.sentence(error, about: LibraryManifest.recordsName))
        }
        artworks += 1
        let artwork = transfer.artwork
        guard let size = artwork.pictureBytes, let digest = Digest(hex: transfer.picture.digest) else { return }
        if let place = places[digest] {
            pictures[place].sidecar?.add(tags: artwork.tags, isFavourite: artwork.isFavourite)
            return
        }
        places[digest] = pictures.count
        let sidecar = XMPSidecar(
            tags: artwork.tags, text: artwork.prompt, isFavourite: artwork.isFavourite, made: artwork.made.text)
        pictures.append(
            Picture(
                reference: transfer.picture, artwork: artwork.id, size: size, sidecar: hasSidecars ? sidecar : nil))
    }

    func manifest() throws(FileFailure) -> LibraryManifest {
        LibraryManifest(
            artworks: artworks, pictures: pictures.count, bytes: pictures.reduce(0) { $0 + $1.size },
            sha256: try records.digest().hex)
    }

    /// The picture's content; `nil` if the service does not have it as it was.
    static func bytes(
        of picture: Picture, _ session: ControlSession
    ) async throws(CommandFailure) -> [UInt8]? {
        let path = "/v1/artworks/\(PercentEncoding.encoded(picture.artwork))/picture"
        do throws(CommandFailure) {
            let bytes = try await session.withClient { client throws(ControlClientFailure) in
                try await client.bytes(path)
            }
            return sha256(bytes).hex == picture.reference.digest ? bytes : nil
        } catch {
            guard error.problem != nil else { throw error }
            return nil
        }
    }
}
