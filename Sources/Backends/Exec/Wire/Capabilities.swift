import BackendKit
import Domain

/// What a plugin says of itself in its answer to `initialize`. What it leaves out it can't do, and bounds it doesn't name
/// it hasn't.
struct Capabilities: Equatable, Sendable {
    static let paint = "text_to_image"
    /// What a plugin may need of its host: all of this there is.
    static let known: Set<String> = [
        "cancel", "checkpoint", "credentials", "log", "progress", "resume", "settings", "workdir",
    ]

    /// Its name and version, for people.
    var title = ""
    var tasks: Set<String> = []
    var takesSeeds = false
    var takesNegativePrompts = false
    var sizes = PluginSizes.any
    var mostCharacters: Int?
    var canResume = false
    var canCancel = false
    var tellsProgress = false
    /// The same idempotency key never buys twice.
    var isIdempotent = false
    var mostAtOnce: Int?

    /// Throws `.config` when host and plugin don't fit, and `.badResponse` for what says too little to know.
    init(_ result: JSONValue, quoting: Quoting) throws(BackendFailure) {
        guard result["protocol"]?.integer == PluginProtocol.version else {
            let said = result["protocol"].map { quoting.quoted($0.word ?? $0.kindName, limit: 40) } ?? "none"
            throw .config(said: "the plugin speaks protocol \(said), and version \(PluginProtocol.version) is needed")
        }
        let needed = result["requires"]?.list?.compactMap(\.text) ?? []
        if let stranger = needed.first(where: { !Self.known.contains($0) }) {
            throw .config(said: "the plugin needs \(quoting.quoted(stranger, limit: 60)), which there isn't")
        }
        guard let said = result["capabilities"], case .object = said else {
            throw .badResponse(said: "an answer to initialize without capabilities")
        }
        let names = [result["plugin"]?["name"]?.text, result["plugin"]?["version"]?.word].compactMap { $0 }
        title = quoting.quoted(names.joined(separator: " "), limit: 80)
        tasks = Set(said["tasks"]?.list?.compactMap(\.text) ?? [])
        takesSeeds = said["seed"]?.flag == true
        takesNegativePrompts = said["negative_prompt"]?.flag == true
        sizes = PluginSizes(said["sizes"])
        mostCharacters = Self.count(said["prompt_max_chars"])
        canResume = said["resume"]?.flag == true
        canCancel = said["cancel"]?.flag == true
        tellsProgress = said["progress"]?.flag == true
        isIdempotent = said["idempotent"]?.flag == true
        mostAtOnce = Self.count(said["max_concurrency"])
    }

    private static func count(_ value: JSONValue?) -> Int? {
        value?.integer.flatMap { $0 > 0 ? Int(clamping: $0) : nil }
    }
}

/// The sizes that a plugin paints.
enum PluginSizes: Equatable, Sendable {
    case any
    case range(ClosedRange<Int>, multipleOf: Int)
    case list([PictureSize])

    /// A list of `WIDTHxHEIGHT` or of `[width, height]`, or bounds of each side.
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

    /// The smallest that covers the wish, else the largest that there is.
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

    /// Up to the next multiple, and down again where that is too large.
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
