import BackendKit
import CTemplates
package import Domain

/// A description of one HTTP and JSON service as data: its requests, and the meaning of its responses.
package struct Template: Equatable, Sendable {
    /// The largest template, in bytes.
    static let largest = 1 << 20

    /// Such as `https://api.bfl.ai`, without a slash at the end. The configuration may override it.
    package var baseURL: String?
    package var auth: Auth?
    /// The hosts besides the base address's that may receive the key.
    var allowedHosts: [HostPattern] = []
    /// The names of values that the configuration has to provide, such as `account`.
    package var values: [String] = []
    var size = SizeConstraints()
    /// The part of a mask that the service repaints.
    var maskStyle = MaskStyle.white
    /// The largest seed that the service supports.
    var seedLimit: UInt64 = 4_294_967_295
    /// The maximum length of a prompt, in characters.
    var promptLimit: Int?
    /// The largest number of input pictures; `nil` if only the placeholders limit it.
    var picturesLimit: Int?
    /// The output formats that a request can choose; the first is the default.
    var formats: [GeneratedFormat] = [.png]
    var submit: Submit
    /// The differences of the request under certain conditions; all that apply are applied in order.
    var variants: [SubmitVariant] = []
    /// The paths of a pending job's addresses; `nil` for a service that responds with the picture.
    var job: Job?
    var poll: Poll?
    var result: Result
    var cancel: Cancel?
    /// The path of a request that is free, for health checks.
    var probe: TemplateText?
    var cost: Cost?
    /// The paths of token counts, for services that bill by tokens.
    var tokens: Tokens?
    /// The error rules, applied in order to every response before its status.
    var errors: [ErrorRule] = []

    /// The header that carries the key.
    package struct Auth: Equatable, Sendable {
        var header: String
        /// Contains `{{secret}}`, which is allowed nowhere else.
        var value: TemplateText
        /// Environment variables to read the key from if the configuration names no source.
        package var environment: [String]

        /// Whether a key is required. With `{{secret?}}` the header is omitted without a key.
        package var needsKey: Bool { value.placeholders.contains { $0.name == "secret" && !$0.isOptional } }
    }

    struct Submit: Equatable, Sendable {
        enum Body: Equatable, Sendable {
            case none
            case json(TemplateNode)
            /// multipart/form-data.
            case form([String: TemplateText])
        }

        var method: HTTPMethod
        var path: TemplateText
        var headers: [String: TemplateText]
        var body: Body
        /// The path of member names to which the configuration's `extra` fields are added.
        var extra: [String]

        var placeholders: [TemplateText.Placeholder] {
            let placeholders = path.placeholders + headers.values.flatMap(\.placeholders)
            return switch body {
            case .none: placeholders
            case .json(let node): placeholders + node.placeholders
            case .form(let fields): placeholders + fields.values.flatMap(\.placeholders)
            }
        }
    }

    /// The placeholders of a request for a picture, in whatever variant.
    var submitPlaceholders: [TemplateText.Placeholder] {
        submit.placeholders + variants.flatMap(\.placeholders)
    }

    /// The request options that the template has a placeholder for.
    var abilities: BackendCapabilities {
        let names = Set(submitPlaceholders.map(\.name))
        var known: [GenerationOption: OptionBounds] = [:]
        for option in GenerationOption.allCases where names.contains(option.rawValue) {
            known[option] = .any
        }
        // Polling uses the configured model's name, so a request cannot choose another.
        if poll?.path?.placeholders.contains(where: { $0.name == "model" }) == true { known[.model] = nil }
        if known[.seed] != nil { known[.seed] = .integers(0...Int64(clamping: seedLimit)) }
        if known[.format] != nil { known[.format] = .words(formats.map(\.rawValue)) }
        if !names.isDisjoint(with: TemplateValues.masks) { known[.mask] = .any }
        let takesPictures = !names.isDisjoint(with: TemplateValues.pictures)
        return BackendCapabilities(
            tasks: takesPictures ? [.textToImage, .imageToImage] : [.textToImage], options: known,
            pictures: min(TemplateValues.places(names), picturesLimit ?? InputPictures.most),
            promptCharacters: promptLimit)
    }

    /// The request that cancels work: at the address in the response, else at a path with `{{id}}`.
    struct Cancel: Equatable, Sendable {
        var method: HTTPMethod
        var path: TemplateText?
    }

    struct Job: Equatable, Sendable {
        var id: JSONPath?
        var pollURL: JSONPath?
        var resultURL: JSONPath?
        var cancelURL: JSONPath?
    }

    struct Poll: Equatable, Sendable {
        /// A path with `{{id}}`, instead of an address in the response.
        var path: TemplateText?
        var interval: Duration
        var status: JSONPath
        var pending: [String]
        var done: [String]
        var progress = Progress()
    }

    /// The paths of a pending job's progress.
    struct Progress: Equatable, Sendable {
        /// From 0 to 1.
        var fraction: JSONPath?
        var secondsLeft: JSONPath?
        var step: JSONPath?
        var steps: JSONPath?
        var queuePosition: JSONPath?
    }

    struct Result: Equatable, Sendable {
        enum From: String, CaseIterable, Sendable {
            case submit
            case poll
            /// One more GET, of the job's result address.
            case get
        }

        enum Kind: String, CaseIterable, Sendable {
            case url
            case b64
            /// An address or Base64, detected from the value.
            case auto
            /// The response body is the picture.
            case body
        }

        var from: From
        var images: JSONPath?
        var kind: Kind
        var seed: JSONPath?
        /// The time for which the service keeps a result.
        var lifetime: Duration?
    }

    struct Cost: Equatable, Sendable {
        var path: JSONPath
        /// The factor from the reported number to the currency.
        var scale: Double
        var currency: String
    }

    /// The paths whose values are summed.
    struct Tokens: Equatable, Sendable {
        var input: [JSONPath]
        var output: [JSONPath]
    }
}

/// A change of the request for a picture: under its condition, its parts replace or remove those of the base request.
struct SubmitVariant: Equatable, Sendable {
    struct Condition: Equatable, Sendable {
        /// Patterns for the model's name; at least one must match.
        var models: [NamePattern]?
        /// Whether there is an input picture, and whether it has a mask.
        var hasPicture: Bool?
        var hasMask: Bool?

        func applies(to model: String?, _ picture: InputPicture?) -> Bool {
            if let models, !models.contains(where: { $0.matches(model ?? "") }) { return false }
            if let hasPicture, hasPicture != (picture != nil) { return false }
            return hasMask.map { $0 == (picture?.mask != nil) } ?? true
        }
    }

    var condition: Condition
    var path: TemplateText?
    var headers: [String: TemplateText] = [:]
    var json: TemplateNode?
    /// The fields of a form; `nil` removes one.
    var form: [String: TemplateText?] = [:]

    var placeholders: [TemplateText.Placeholder] {
        (path?.placeholders ?? []) + headers.values.flatMap(\.placeholders) + (json?.placeholders ?? [])
            + form.values.flatMap { $0?.placeholders ?? [] }
    }
}

extension Template.Submit {
    /// Returns the request with the changes of a variant.
    func changed(by variant: SubmitVariant) -> Self {
        var changed = self
        changed.path = variant.path ?? path
        changed.headers.merge(variant.headers) { _, own in own }
        if let patch = variant.json {
            let node: TemplateNode = if case .json(let node) = body { node } else { .object([:]) }
            changed.body = .json(node.merged(with: patch))
        } else if !variant.form.isEmpty {
            var fields: [String: TemplateText] = [:]
            if case .form(let own) = body { fields = own }
            for (name, text) in variant.form { fields[name] = text }
            changed.body = .form(fields)
        }
        return changed
    }
}

/// A pattern for names: `*` matches any characters, and a leading `!` negates the rest.
struct NamePattern: Equatable, Sendable {
    let text: String

    func matches(_ name: String) -> Bool {
        text.hasPrefix("!") ? !Self.matches(text.dropFirst()[...], name[...]) : Self.matches(text[...], name[...])
    }

    private static func matches(_ pattern: Substring, _ name: Substring) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return pattern == name }
        guard name.hasPrefix(first), name.dropFirst(first.count).hasSuffix(last) else { return false }
        var rest = name.dropFirst(first.count).dropLast(last.count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return true
    }
}

/// A condition under which a response is an error, and the failure it means. Every condition that is given has to hold.
struct ErrorRule: Equatable, Sendable {
    enum Stage: String, CaseIterable, Sendable {
        case prompt
        case picture
    }

    /// The provider's statement on whether an error is charged.
    enum Charged: String, CaseIterable, Sendable {
        case yes
        case no
    }

    var path: JSONPath?
    /// The rule applies only if a value at the path equals one of these words.
    var words: [String]?
    /// The rule applies only if a text at the path, in lower case, contains one of these words.
    var parts: [String]?
    var statuses: [Int]?
    var kind: FailureClass
    /// The path of the message.
    var message: JSONPath?
    /// The path of the retry delay: seconds, a duration such as `55s`, or a text that contains one.
    var wait: JSONPath?
    /// Whether the prompt or the picture was rejected.
    var stage: Stage?
    /// Whether the error is charged; `nil` where the provider doesn't say. `false` in a rule for a submission asserts
    /// that no work was begun: the request may be repeated.
    var charged: Bool?

    func matches(_ answer: ParsedResponse) -> Bool {
        if let statuses, !statuses.contains(answer.response.status) { return false }
        guard let path else { return true }
        let values = path.values(in: answer)
        if let words { return values.contains { $0.spelled.map(words.contains) ?? false } }
        if let parts {
            return values.contains { value in
                let text = value.spelled?.lowercased() ?? ""
                return parts.contains { text.contains($0) }
            }
        }
        return values.contains { $0.isTruthy }
    }
}

/// The sizes that a service supports.
struct SizeConstraints: Equatable, Sendable {
    var step = 1
    var sides = 16...8192
    /// The supported aspect ratios, such as `16:9`; empty if the service has no such parameter.
    var ratios: [String] = []

    /// Returns the nearest size that covers `wish`, within the limits.
    func size(for wish: PictureSize) -> PictureSize {
        PictureSize(width: side(wish.width), height: side(wish.height))
    }

    private func side(_ wish: Int) -> Int {
        let lowest = (sides.lowerBound + step - 1) / step * step
        let highest = max(lowest, sides.upperBound / step * step)
        return min(highest, max(lowest, (wish + step - 1) / step * step))
    }

    /// Returns the aspect ratio that needs the least cropping or stretching to match `wish`.
    func ratio(for wish: PictureSize) -> String? {
        let known = ratios.compactMap { text in Self.parts(text).map { (text, Self.distance($0, wish)) } }
        return known.min { $0.1 < $1.1 }?.0
    }

    /// Parses a ratio; `nil` if it isn't one of whole numbers from 1 to 100.
    static func parts(_ text: String) -> (width: Int, height: Int)? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard parts.count == 2, parts.allSatisfy({ 1...100 ~= $0 }) else { return nil }
        return (parts[0], parts[1])
    }

    /// The factor between the two shapes in millionths; 1,000,000 is the same shape.
    private static func distance(_ ratio: (width: Int, height: Int), _ wish: PictureSize) -> Int {
        let first = ratio.width * wish.height
        let second = ratio.height * wish.width
        return max(first, second) * 1_000_000 / max(1, min(first, second))
    }
}

extension ShippedTemplate {
    /// The template's JSON, as in `config/templates`.
    package var bytes: [UInt8] {
        let number = Int32(Self.allCases.firstIndex(of: self) ?? 0)
        var bytes = [UInt8](repeating: 0, count: template_size(number))
        template_copy(number, &bytes)
        return bytes
    }

    package func template() throws(ConfigurationFailure) -> Template {
        try Template.read(bytes, file: rawValue + ".json")
    }
}
