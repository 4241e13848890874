import BackendKit
import Domain

/// The capabilities that a plugin reports in its response to `initialize`. Anything it omits is unsupported; limits it
/// omits don't exist.
struct Capabilities: Sendable {
    /// The host features that a plugin may require; all of them are available.
    static let known: Set<String> = [
        "cancel", "checkpoint", "credentials", "log", "progress", "resume", "settings", "workdir",
    ]

    /// The plugin's name and version, for people.
    let title: String
    let tasks: Set<String>
    let supportsSeeds: Bool
    let supportsNegativePrompts: Bool
    let sizes: SupportedSizes
    let maxPromptCharacters: Int?
    let maxInputPictures: Int
    let canResume: Bool
    let canCancel: Bool
    let reportsProgress: Bool
    /// Whether the same idempotency key never buys twice.
    let isIdempotent: Bool
    let maxConcurrency: Int?

    /// Throws `.config` when host and plugin are incompatible, and `.badResponse` for an incomplete response.
    init(_ result: JSONValue, quoting: Quoting) throws(BackendFailure) {
        guard result["protocol"]?.integer == PluginProtocol.version else {
            let version = result["protocol"].map { quoting.quoted($0.word ?? $0.kindName, limit: 40) } ?? "none"
            throw .config(
                message: "the plugin uses protocol \(version), but version \(PluginProtocol.version) is required")
        }
        let required = result["requires"]?.list?.compactMap(\.text) ?? []
        if let unknown = required.first(where: { !Self.known.contains($0) }) {
            throw .config(message: "the plugin requires \(quoting.quoted(unknown, limit: 60)), which is not available")
        }
        guard let capabilities = result["capabilities"], case .object = capabilities else {
            throw .badResponse(message: "an answer to initialize without capabilities")
        }
        let names = [result["plugin"]?["name"]?.text, result["plugin"]?["version"]?.word].compactMap { $0 }
        title = quoting.quoted(names.joined(separator: " "), limit: 80)
        tasks = Set(capabilities["tasks"]?.list?.compactMap(\.text) ?? [])
        supportsSeeds = capabilities["seed"]?.flag == true
        supportsNegativePrompts = capabilities["negative_prompt"]?.flag == true
        sizes = SupportedSizes(capabilities["sizes"])
        maxPromptCharacters = Self.count(capabilities["prompt_max_chars"])
        maxInputPictures = Self.count(capabilities["max_input_images"]) ?? 1
        canResume = capabilities["resume"]?.flag == true
        canCancel = capabilities["cancel"]?.flag == true
        reportsProgress = capabilities["progress"]?.flag == true
        isIdempotent = capabilities["idempotent"]?.flag == true
        maxConcurrency = Self.count(capabilities["max_concurrency"])
    }

    private static func count(_ value: JSONValue?) -> Int? {
        value?.integer.flatMap { $0 > 0 ? Int(clamping: $0) : nil }
    }
}

/// The sizes that a plugin supports.
enum SupportedSizes: Sendable {
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
    let folder: JobFolder
    let timeout: Duration
    /// The input pictures' descriptions, in their order; the files are in the job's folder.
    let inputs: [JSONValue]

    private var task: GenerationTask { request.picture == nil ? .textToImage : .imageToImage }

    /// Returns the parameters. Throws `.unsupported` and `.invalid` for anything beyond the plugin's capabilities,
    /// before any work is done.
    func members(for plugin: Capabilities) throws(BackendFailure) -> [String: JSONValue] {
        guard plugin.tasks.contains(task.rawValue) else { throw .unsupported(feature: task.rawValue) }
        if inputs.count > plugin.maxInputPictures {
            throw .invalid(
                parameter: "picture",
                message: "\(inputs.count) pictures; the plugin takes at most \(plugin.maxInputPictures)")
        }
        if let most = plugin.maxPromptCharacters, request.prompt.unicodeScalars.count > most {
            throw .invalid(parameter: "prompt", message: "the maximum is \(most) characters")
        }
        guard plugin.supportsNegativePrompts || request.value(of: .negativePrompt) == nil else {
            throw .unsupported(feature: GenerationOption.negativePrompt.rawValue)
        }
        return members(size: plugin.sizes.nearest(to: request.size), hasSeed: plugin.supportsSeeds)
    }

    func members(size: PictureSize, hasSeed: Bool) -> [String: JSONValue] {
        let options = GenerationOption.allCases.filter { $0 != .seed && $0 != .negativePrompt }.compactMap { option in
            request.value(of: option).map { (option.rawValue, $0) }
        }
        var members: [String: JSONValue] = [
            "task": .text(task.rawValue), "prompt": .text(request.prompt), "width": .integer(Int64(size.width)),
            "height": .integer(Int64(size.height)), "count": .integer(1),
            "input_images": .list(inputs),
            "params": .object(Dictionary(uniqueKeysWithValues: options)),
        ]
        members["negative_prompt"] = request.value(of: .negativePrompt)
        if hasSeed, let seed = Int64(exactly: request.seed) { members["seed"] = .integer(seed) }
        return members.merging(Self.common(key, folder, timeout)) { first, _ in first }
    }

    /// The parameters common to new and resumed work.
    static func common(_ key: String, _ folder: JobFolder, _ timeout: Duration) -> [String: JSONValue] {
        [
            "job": .text(key), "idempotency_key": .text(key),
            "workdir": .text(String(decoding: folder.path.bytes, as: UTF8.self)),
            "deadline_ms": .integer(timeout.milliseconds),
        ]
    }
}
