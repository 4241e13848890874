import BackendKit
import Domain

/// The capabilities that a plugin reports in its response to `initialize`. Anything it omits is unsupported; limits it
/// omits don't exist.
struct Capabilities: Equatable, Sendable {
    static let paint = "text_to_image"
    /// The host features that a plugin may require; all of them are available.
    static let known: Set<String> = [
        "cancel", "checkpoint", "credentials", "log", "progress", "resume", "settings", "workdir",
    ]

    /// The plugin's name and version, for people.
    var title = ""
    var tasks: Set<String> = []
    var supportsSeeds = false
    var supportsNegativePrompts = false
    var sizes = SupportedSizes.any
    var maxPromptCharacters: Int?
    var canResume = false
    var canCancel = false
    var reportsProgress = false
    /// Whether the same idempotency key never buys twice.
    var isIdempotent = false
    var maxConcurrency: Int?

    /// Throws `.config` when host and plugin are incompatible, and `.badResponse` for an incomplete response.
    init(_ result: JSONValue, quoting: Quoting) throws(BackendFailure) {
        guard result["protocol"]?.integer == PluginProtocol.version else {
            let said = result["protocol"].map { quoting.quoted($0.word ?? $0.kindName, limit: 40) } ?? "none"
            throw .config(said: "the plugin uses protocol \(said), but version \(PluginProtocol.version) is required")
        }
        let needed = result["requires"]?.list?.compactMap(\.text) ?? []
        if let stranger = needed.first(where: { !Self.known.contains($0) }) {
            throw .config(said: "the plugin requires \(quoting.quoted(stranger, limit: 60)), which is not available")
        }
        guard let said = result["capabilities"], case .object = said else {
            throw .badResponse(said: "an answer to initialize without capabilities")
        }
        let names = [result["plugin"]?["name"]?.text, result["plugin"]?["version"]?.word].compactMap { $0 }
        title = quoting.quoted(names.joined(separator: " "), limit: 80)
        tasks = Set(said["tasks"]?.list?.compactMap(\.text) ?? [])
        supportsSeeds = said["seed"]?.flag == true
        supportsNegativePrompts = said["negative_prompt"]?.flag == true
        sizes = SupportedSizes(said["sizes"])
        maxPromptCharacters = Self.count(said["prompt_max_chars"])
        canResume = said["resume"]?.flag == true
        canCancel = said["cancel"]?.flag == true
        reportsProgress = said["progress"]?.flag == true
        isIdempotent = said["idempotent"]?.flag == true
        maxConcurrency = Self.count(said["max_concurrency"])
    }

    private static func count(_ value: JSONValue?) -> Int? {
        value?.integer.flatMap { $0 > 0 ? Int(clamping: $0) : nil }
    }
}

/// The sizes that a plugin supports.
enum SupportedSizes: Equatable, Sendable {
    case any
    case range(ClosedRange<Int>, multipleOf: Int)
    case list([PictureSize])

    /// Parses a list of `WIDTHxHEIGHT` or of `[width, height]`, or the limits of each side.
    init(_ value: JSONValue?) {
        if let list = value?.list {
            let sizes = list.compactMap(Self.size)
            self = sizes.isEmpty ? .any : .list(sizes)
        } else if let value, case .object = value {
            let step = max(1, Int(clamping: value["multiple_of"]?.integer ?? 1))
            let least = max(1, Int(clamping: value["min"]?.integer ?? 1))
            let most = Int(clamping: value["max"]?.integer ?? 16_384)
            self = .range(least...max(least, most), multipleOf: step)
        } else {
            self = .any
        }
    }

    /// Returns the smallest size that covers `wish`, else the largest one.
    func nearest(to wish: PictureSize) -> PictureSize {
        switch self {
        case .any: return wish
        case .range(let range, let step):
            return PictureSize(
                width: Self.side(wish.width, range, step), height: Self.side(wish.height, range, step))
        case .list(let sizes):
            let area: (PictureSize) -> Int = { $0.width * $0.height }
            let covering = sizes.filter { $0.width >= wish.width && $0.height >= wish.height }
            return covering.min { area($0) < area($1) } ?? sizes.max { area($0) < area($1) } ?? wish
        }
    }

    /// Rounds up to the next multiple, or down if that is too large.
    private static func side(_ wish: Int, _ range: ClosedRange<Int>, _ step: Int) -> Int {
        let wish = min(max(wish, range.lowerBound), range.upperBound)
        let up = (wish + step - 1) / step * step
        return up <= range.upperBound ? up : max(range.lowerBound, range.upperBound / step * step)
    }

    private static func size(_ value: JSONValue) -> PictureSize? {
        if let text = value.text { return PictureSize(text: text) }
        guard let sides = value.list?.compactMap(\.integer), sides.count == 2 else { return nil }
        guard sides.allSatisfy({ 1...65_536 ~= $0 }) else { return nil }
        return PictureSize(width: Int(sides[0]), height: Int(sides[1]))
    }
}

/// The parameters of a request for one picture.
struct GenerateParameters {
    let request: ImageRequest
    let key: String
    let workdir: FolderPath
    let timeout: Duration
    /// The input picture's description; the file is in the working folder.
    let input: JSONValue?

    private var task: GenerationTask { request.picture == nil ? .textToImage : .imageToImage }

    /// Returns the parameters. Throws `.unsupported` and `.invalid` for anything beyond the plugin's capabilities,
    /// before any work is done.
    func parameters(for abilities: Capabilities) throws(BackendFailure) -> [String: JSONValue] {
        guard abilities.tasks.contains(task.rawValue) else { throw .unsupported(feature: task.rawValue) }
        if let most = abilities.maxPromptCharacters, request.prompt.unicodeScalars.count > most {
            throw .invalid(parameter: "prompt", said: "the maximum is \(most) characters")
        }
        let unwanted = request.details.negativePrompt ?? ""
        guard abilities.supportsNegativePrompts || unwanted.isEmpty else {
            throw .unsupported(feature: GenerationOption.negativePrompt.rawValue)
        }
        return parameters(size: abilities.sizes.nearest(to: request.size), hasSeed: abilities.supportsSeeds)
    }

    func parameters(size: PictureSize, hasSeed: Bool) -> [String: JSONValue] {
        var members: [String: JSONValue] = [
            "task": .text(task.rawValue), "prompt": .text(request.prompt), "width": .integer(Int64(size.width)),
            "height": .integer(Int64(size.height)), "count": .integer(1),
            "input_images": .list(input.map { [$0] } ?? []),
            "params": .object(details),
        ]
        members["negative_prompt"] = request.value(of: .negativePrompt)
        if hasSeed, let seed = Int64(exactly: request.seed) { members["seed"] = .integer(seed) }
        return members.merging(Self.place(key, workdir, timeout)) { first, _ in first }
    }

    /// The remaining options, by their names in requests.
    private var details: [String: JSONValue] {
        let named: Set<GenerationOption> = [.seed, .negativePrompt]
        let said = GenerationOption.allCases.filter { !named.contains($0) }.compactMap { option in
            request.value(of: option).map { (option.rawValue, $0) }
        }
        return Dictionary(said) { first, _ in first }
    }

    /// The parameters common to new and resumed work.
    static func place(_ key: String, _ workdir: FolderPath, _ timeout: Duration) -> [String: JSONValue] {
        let (seconds, attoseconds) = timeout.components
        return [
            "job": .text(key), "idempotency_key": .text(key),
            "workdir": .text(String(decoding: workdir.bytes, as: UTF8.self)),
            "deadline_ms": .integer(seconds * 1000 + attoseconds / 1_000_000_000_000_000),
        ]
    }
}
