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
    /// What was paid, such as `0.05 USD`, one for each currency; `nil` where no price is known.
    let cost: [String]?
    /// How many calls were made before of which nobody knows the end: each may have been paid for.
    let lostCalls: Int?
    /// The provider's own number of the request.
    let request: String?
    let size: PictureSize?
    let options: [String: String]?
    /// What was asked for and left out, because the backend can't honour it.
    let warnings: [String]?
    /// The picture that it was made from.
    let original: PictureEntry?
    let picture: PictureEntry
    let art: ArtOptions
    let tags: [String]
    let outputs: [OutputKind]
    /// How near each output comes to the picture, by its ending; `nil` where that wasn't asked for.
    let score: [String: ArtScore]?
    /// Why there is no art; `nil` where there is.
    let missingArt: MissingArt?
    let created: String
    let finished: String
    let generator: String

    struct PictureEntry: Encodable {
        let sha256: Digest
        let format: PictureFormat
    }

    /// Why a picture that was paid for is delivered alone.
    struct MissingArt: Encodable {
        /// The bytes of memory that rendering it takes, and the most that all renderings together may take.
        let needs: Int64
        let limit: Int64
        /// One sentence for people.
        let detail: String

        /// `nil` for what no picture is delivered without art for.
        init?(_ failure: PictureFailure?, of job: JobID) {
            guard case .tooMuchMemory(let bytes, let limit) = failure else { return nil }
            needs = bytes
            self.limit = limit
            detail =
                "The picture was not rendered: that takes \(bytes) bytes of memory, and limits.memory allows \(limit). "
                + "Raise limits.memory, then run: textify cat \(job.text)"
        }
    }

    /// `painter`: what the backend that painted can honour; `nil`: anything.
    init(
        job: Job, picture: StoredPicture, call: Call?, cost: JobCost = JobCost(), credit: String?,
        score: [String: ArtScore] = [:], missingArt: PictureFailure? = nil, painter: BackendAbilities? = nil,
        version: String, utc: Int64
    ) {
        self.job = job.id.text
        source = job.name.shown
        folder = job.folder
        self.credit = credit
        self.score = score.isEmpty ? nil : score
        self.missingArt = MissingArt(missingArt, of: job.id)
        self.picture = PictureEntry(sha256: picture.digest, format: picture.format)
        art = job.request.art
        tags = job.request.tags
        outputs = job.request.outputs
        created = Self.time(job.created)
        finished = Self.time(utc)
        generator = "textifyd " + version
        seed = painter.map { $0.options[.seed] == nil } == true ? nil : call?.seed
        request = call?.reference
        self.cost = cost.sums.isEmpty ? nil : cost.sums.map(\.text)
        lostCalls = cost.lostCalls > 0 ? cost.lostCalls : nil
        if case .edit(_, let digest, let format) = job.request.source {
            original = PictureEntry(sha256: digest, format: format)
        } else {
            original = nil
        }
        if job.request.source.task != nil {
            prompt = job.request.prompt
            let asked = job.request.generation
            let name = call?.backend ?? asked.backend
            let painted = painter.map { asked.fitted(to: $0) } ?? asked
            backend = name
            size = painted.size
            options = Self.options(painted)
            let left =
                Self.warnings(asked.leftOut, asked.backend)
                + Self.warnings(Array(painted.leftOut.dropFirst(asked.leftOut.count)), name)
            warnings = left.isEmpty ? nil : left
        } else {
            prompt = nil
            backend = nil
            size = nil
            options = nil
            warnings = nil
        }
    }

    /// What was said beside words, size and seed, as a person would write it.
    private static func options(_ generation: GenerationOptions) -> [String: String]? {
        let said = GenerationOption.allCases.filter { $0 != .seed }.compactMap { option in
            generation.text(of: option).map { (option.rawValue, $0) }
        }
        return said.isEmpty ? nil : Dictionary(said) { first, _ in first }
    }

    private static func warnings(_ left: [GenerationOption], _ backend: String) -> [String] {
        left.map { "\($0.rawValue) was left out: \(backend) can't honour it" }
    }

    /// Pretty and with sorted keys, so that the same job gives the same bytes.
    func json() -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return ((try? encoder.encode(self)).map { TerminalText.json(Array($0)) } ?? []) + [10]
    }

    /// RFC 3339, UTC, whole seconds.
    private static func time(_ utc: Int64) -> String {
        Date(timeIntervalSince1970: Double(utc / 1_000)).formatted(.iso8601)
    }
}
