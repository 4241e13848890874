import ControlAPI
import ControlClient
import Domain
import PlatformDigest
import PlatformSystem
import Words

/// `textify import FOLDER | FILE | -`: adds the artworks of an export to the library.
enum ImportCommand: ControlCommand {
    static let name = "import"
    static let summary = FieldHelp(
        "Add the artworks of an export to the library", "내보낸 작품을 라이브러리에 추가")
    static let operands = "FOLDER | FILE.tar | -"
    static let options = [CommandOption.quiet]

    static func run(_ session: ControlSession) async throws(CommandFailure) {
        guard let place = session.options.positionals.first else {
            throw session.usageError(session.words.missing(.exportedLibrary))
        }
        guard session.options.positionals.count == 1 else {
            throw session.usageError(session.words.tooMany(session.options.positionals.count, .exportedLibrary))
        }
        let source = try ImportSource(FilePath(bytes: place), session.words)
        let records = try ImportRecords(from: source)
        var run = ImportRun(session)
        while let picture = try source.nextPicture(after: records) {
            try await run.take(picture, records, source.shown)
        }
        try await run.finish(records, source.shown)
        try session.report(run.summary) { session.words.imported($0.counts, withoutPicture: $0.withoutPicture) }
        guard run.summary.damagedPictures == 0 else {
            throw CommandFailure(exit: .data, text: session.words.picturesDamaged(run.summary.damagedPictures))
        }
    }
}

/// What became of the artworks of an import.
struct ImportSummary: Encodable {
    private(set) var added = 0
    private(set) var merged = 0
    private(set) var unchanged = 0
    /// Forgotten here, and so not imported.
    private(set) var forgotten = 0
    /// Their jobs are here and have not ended.
    private(set) var unfinished = 0
    /// The number of added artworks whose pictures the export does not have.
    var withoutPicture = 0
    /// The number of pictures that are not those of the artworks any more, and so were not imported.
    var damagedPictures = 0

    private enum CodingKeys: String, CodingKey {
        case added, merged, unchanged, forgotten, unfinished
        case withoutPicture = "without_picture"
        case damagedPictures = "damaged_pictures"
    }

    var counts: [ArtworkImport: Int] {
        [.added: added, .merged: merged, .unchanged: unchanged, .forgotten: forgotten, .unfinished: unfinished]
    }

    mutating func count(_ result: ArtworkImport) {
        switch result {
        case .added: added += 1
        case .merged: merged += 1
        case .unchanged: unchanged += 1
        case .forgotten: forgotten += 1
        case .unfinished: unfinished += 1
        }
    }
}

/// Sends artworks to the service in the order of their records, so that they get numbers in that order.
struct ImportRun {
    private let session: ControlSession
    private(set) var summary = ImportSummary()
    /// Pictures that were sent.
    private var sent: Set<Digest> = []
    private var damaged: Set<Digest> = []

    init(_ session: ControlSession) { self.session = session }

    /// Sends the artworks up to the first one that shows the picture, and that one with it. A picture that comes later
    /// than its artwork is sent with the artwork again.
    mutating func take(
        _ picture: ImportSource.Picture, _ records: ImportRecords, _ name: String
    ) async throws(CommandFailure) {
        guard let place = records.place(of: picture.digest) else { return }
        guard sha256(picture.bytes) == picture.digest else {
            damaged.insert(picture.digest)
            summary.damagedPictures = damaged.count
            return
        }
        while records.next < place { try await send(try records.read(records.next), nil, records, name) }
        let record = try records.read(place)
        if place == records.next {
            try await send(record, picture.bytes, records, name)
        } else if !sent.contains(picture.digest) {
            _ = try await post(record, picture.bytes, name)
            sent.insert(picture.digest)
        }
    }

    /// Sends the artworks that are left. Their pictures came before or are missing.
    mutating func finish(_ records: ImportRecords, _ name: String) async throws(CommandFailure) {
        while records.next < records.count { try await send(try records.read(records.next), nil, records, name) }
    }

    private mutating func send(
        _ record: ImportRecords.Record, _ picture: [UInt8]?, _ records: ImportRecords, _ name: String
    ) async throws(CommandFailure) {
        let result = try await post(record, picture, name)
        records.next += 1
        summary.count(result)
        if picture != nil, let digest = record.picture { sent.insert(digest) }
        guard picture == nil, result == .added, let digest = record.picture else { return }
        if !sent.contains(digest), !damaged.contains(digest) { summary.withoutPicture += 1 }
    }

    private func post(
        _ record: ImportRecords.Record, _ picture: [UInt8]?, _ name: String
    ) async throws(CommandFailure) -> ArtworkImport {
        let body =
            picture.map {
                ControlBody.form([("artwork", MediaType.json, record.line), ("picture", MediaType.octets, $0)])
            }
            ?? .json(record.line)
        do throws(CommandFailure) {
            let answer = try await session.post(
                "/v1/artworks/import", body: body, limit: .seconds(600), as: ArtworkImportAnswer.self)
            return ArtworkImport(rawValue: answer.result) ?? .unchanged
        } catch {
            guard error.problem != nil, let text = error.text else { throw error }
            throw CommandFailure(
                exit: error.exit, text: session.words.importEnded(name, line: record.number, text),
                code: error.code, problem: error.problem)
        }
    }
}
