import Domain
import FoundationEssentials

/// What `NAME.json` says: where the art comes from and how to make it again. Keys are a stable format.
struct Provenance: Encodable {
    let job: String
    let source: String
    let folder: String
    let prompt: String?
    let backend: String?
    let credit: String?
    let seed: UInt64?
    let size: PictureSize?
    let picture: PictureEntry
    let art: ArtOptions
    let tags: [String]
    let outputs: [OutputKind]
    /// How near each output comes to the picture, by its ending; `nil` where that wasn't asked for.
    let score: [String: ArtScore]?
    let created: String
    let finished: String
    let generator: String

    struct PictureEntry: Encodable {
        let sha256: Digest
        let format: PictureFormat
    }

    init(
        job: Job, picture: StoredPicture, call: Call?, credit: String?, score: [String: ArtScore] = [:],
        version: String, utc: Int64
    ) {
        self.job = job.id.text
        source = job.name.shown
        folder = job.folder
        self.credit = credit
        self.score = score.isEmpty ? nil : score
        self.picture = PictureEntry(sha256: picture.digest, format: picture.format)
        art = job.request.art
        tags = job.request.tags
        outputs = job.request.outputs
        created = Self.time(job.created)
        finished = Self.time(utc)
        generator = "textifyd " + version
        seed = call?.seed
        if case .prompt(let text) = job.request.source {
            prompt = text
            backend = job.request.generation.backend
            size = job.request.generation.size
        } else {
            prompt = nil
            backend = nil
            size = nil
        }
    }

    /// Pretty and with sorted keys, so that the same job gives the same bytes.
    func json() -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return ((try? encoder.encode(self)).map { Array($0) } ?? []) + [10]
    }

    /// RFC 3339, UTC, whole seconds.
    private static func time(_ utc: Int64) -> String {
        Date(timeIntervalSince1970: Double(utc / 1_000)).formatted(.iso8601)
    }
}
