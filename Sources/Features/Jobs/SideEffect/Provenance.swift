import Domain
import FoundationEssentials

/// The content of `NAME.json`: where the art comes from and how to reproduce it. Keys are a stable format.
struct Provenance: Encodable {
    let job: String
    let source: String
    let folder: String
    private(set) var prompt: String?
    private(set) var backend: String?
    let credit: String?
    let seed: UInt64?
    /// The picture's place among the samples of its request, and their number; `nil` for an only picture.
    let sample: Int?
    let samples: Int?
    /// The amounts paid, such as `0.05 USD`, one for each currency; `nil` if no price is known.
    let cost: [String]?
    /// The number of earlier calls with unknown outcome, each of which may have been paid for.
    let lostCalls: Int?
    /// The provider's identifier of the request.
    let request: String?
    private(set) var size: PictureSize?
    private(set) var options: [String: String]?
    /// Requested options that were ignored because the backend doesn't support them.
    private(set) var warnings: [String]?
    /// The picture that was edited.
    private(set) var original: PictureEntry?
    /// The other input pictures, in their order; `nil` without any.
    private(set) var references: [PictureEntry]?
    let picture: PictureEntry
    /// The job of the newest artwork with the same picture; `nil` if there is none.
    let duplicateOf: String?
    let art: ArtOptions
    let tags: [String]
    let outputs: [OutputKind]
    /// Each output's similarity to the picture, by filename extension; `nil` if not requested.
    let score: [String: ArtScore]?
    /// What each output was made with where the options left the choice, by filename extension; `nil` without art.
    let chosen: [String: ArtChoice]?
    /// The reason why there is no art; `nil` if there is.
    let missingArt: MissingArt?
    let created: String
    let finished: String
    let generator: String

    struct PictureEntry: Encodable {
        let sha256: Digest
        let format: PictureFormat

        init(_ picture: StoredPicture) {
            sha256 = picture.digest
            format = picture.format
        }
    }

    /// The reason why a generated picture is delivered without art.
    struct MissingArt: Encodable {
        /// The memory that rendering needs, and the limit for all renderings together, in bytes.
        let needs: Int64
        let limit: Int64
        /// A sentence for users.
        let detail: String

        /// `nil` for failures other than a lack of memory: after those no picture is delivered.
        init?(_ failure: PictureFailure?, of job: JobID) {
            guard case .tooMuchMemory(let bytes, let limit) = failure else { return nil }
            needs = bytes
            self.limit = limit
            detail =
                "The picture was not rendered: it needs \(bytes) bytes of memory, but limits.memory is \(limit). "
                + "Raise limits.memory, then run: textify cat \(job.text)"
        }
    }

    /// `capabilities`: the options that the generating backend supports; `nil`: all.
    init(
        job: Job, picture: StoredPicture, call: Call?, cost: JobCost = JobCost(), credit: String?,
        score: [String: ArtScore] = [:], chosen: [String: ArtChoice] = [:], missingArt: PictureFailure? = nil,
        duplicateOf: JobID? = nil, capabilities: BackendCapabilities? = nil, version: String, utc: UTCMillis
    ) {
        self.job = job.id.text
        source = job.name.shown
        folder = job.folder
        self.credit = credit
        self.score = score.isEmpty ? nil : score
        self.chosen = chosen.isEmpty ? nil : chosen
        self.missingArt = MissingArt(missingArt, of: job.id)
        self.picture = PictureEntry(picture)
        self.duplicateOf = duplicateOf?.text
        art = job.activeRequest.art
        tags = job.activeRequest.tags
        outputs = job.activeRequest.outputs
        created = Self.time(job.created)
        finished = Self.time(utc)
        generator = "textifyd " + version
        sample = job.sample.isOneOfMany ? job.sample.number : nil
        samples = job.sample.isOneOfMany ? job.sample.count : nil
        seed = capabilities.map { $0.options[.seed] == nil } == true ? nil : call?.seed
        request = call?.reference
        self.cost = cost.sums.isEmpty ? nil : cost.sums.map(\.text)
        lostCalls = cost.lostCalls > 0 ? cost.lostCalls : nil
        if case .edit(_, let pictures) = job.activeRequest.source {
            original = PictureEntry(pictures.first)
            references = pictures.references.isEmpty ? nil : pictures.references.map(PictureEntry.init)
        }
        guard job.activeRequest.source.task != nil else { return }
        prompt = job.activeRequest.prompt
        let requested = job.activeRequest.generation
        let name = call?.backend ?? requested.backend
        let generated = capabilities.map { requested.droppingUnsupported(by: $0) } ?? requested
        backend = name
        size = generated.size
        options = Self.options(generated)
        let ignored =
            Self.warnings(requested.leftOut, requested.backend)
            + Self.warnings(Array(generated.leftOut.dropFirst(requested.leftOut.count)), name)
        warnings = ignored.isEmpty ? nil : ignored
    }

    /// The options set in addition to prompt, size and seed, as a user would write them.
    private static func options(_ generation: GenerationOptions) -> [String: String]? {
        let texts = GenerationOption.allCases.filter { $0 != .seed }.compactMap { option in
            generation.text(of: option).map { (option.rawValue, $0) }
        }
        return texts.isEmpty ? nil : Dictionary(texts) { first, _ in first }
    }

    private static func warnings(_ ignored: [GenerationOption], _ backend: String) -> [String] {
        ignored.map { "\($0.rawValue) was ignored: backend \(backend) doesn't support it" }
    }

    /// What the library keeps of it, and what the art was made with.
    /// `pictureSize`: a generated picture's, in bytes.
    func making(
        _ art: ArtChoice?, _ likeness: Likeness?, seed: UInt64?, _ cost: JobCost, pictureSize: Int64?
    ) -> ArtworkMaking {
        ArtworkMaking(
            backend: backend, model: options?[GenerationOption.model.rawValue], seed: seed, cost: cost.sums.first,
            art: art.map { ArtworkGrid($0) }, pictureSize: pictureSize, likeness: likeness)
    }

    /// Pretty-printed with sorted keys, so that the same job gives the same bytes.
    func json() -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return ((try? encoder.encode(self)).map { TerminalText.json(Array($0)) } ?? []) + [10]
    }

    /// RFC 3339, UTC, whole seconds.
    private static func time(_ utc: UTCMillis) -> String {
        Date(timeIntervalSince1970: Double(utc.milliseconds / 1_000)).formatted(.iso8601)
    }
}
