import Domain

/// How a service is asked and what its answers mean, written down as data: everything that tells one HTTP and JSON
/// service from another.
package struct Template: Equatable, Sendable {
    /// Such as `https://api.bfl.ai`, without a slash at the end. A configuration may name another.
    package var baseURL: String?
    package var auth: Auth?
    /// Which hosts beside the base address's may be asked with the key.
    var allowedHosts: [HostPattern] = []
    /// What the configuration has to give, such as `account`.
    package var values: [String] = []
    var size = SizeRule()
    /// The greatest seed that the service takes.
    var seedLimit: UInt64 = 4_294_967_295
    /// The longest prompt that it takes, in characters.
    var promptLimit: Int?
    /// The formats that it can be asked for, the first of them where nothing was.
    var formats: [GeneratedFormat] = [.png]
    var submit: Submit
    /// Where an answer names work that goes on; `nil` for a service that answers with the picture.
    var job: Job?
    var poll: Poll?
    var result: Result
    /// Asked to stop work.
    var cancel: HTTPMethod?
    /// A path that costs nothing to get.
    var probe: TemplateText?
    var cost: Cost?
    /// Where a service that bills by tokens says how many it counted.
    var tokens: Tokens?
    /// Tried in this order on every answer, before its status.
    var errors: [ErrorRule] = []

    /// The key's header.
    package struct Auth: Equatable, Sendable {
        var header: String
        /// Holds `{{secret}}`, which stands nowhere else.
        var value: TemplateText
        /// Environment variables that hold the key where the configuration names no place for it.
        package var environment: [String]

        /// Not so with `{{secret?}}`: without a key the header is left out.
        package var needsKey: Bool { value.places.contains { $0.name == "secret" && !$0.isOptional } }
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
        /// Where the configuration's further fields go: the names down to it.
        var extra: [String]

        var places: [TemplateText.Place] {
            let places = path.places + headers.values.flatMap(\.places)
            return switch body {
            case .none: places
            case .json(let node): places + node.places
            case .form(let fields): places + fields.values.flatMap(\.places)
            }
        }
    }

    /// What has a place in a request.
    var abilities: BackendAbilities {
        let names = Set(submit.places.map(\.name))
        var known: [GenerationOption: OptionBounds] = [:]
        for option in GenerationOption.allCases where names.contains(option.rawValue) {
            known[option] = .any
        }
        // Work is asked for by the configured model's name.
        if poll?.path?.places.contains(where: { $0.name == "model" }) == true { known[.model] = nil }
        if known[.seed] != nil { known[.seed] = .integers(0...Int64(clamping: seedLimit)) }
        if known[.format] != nil { known[.format] = .words(formats.map(\.rawValue)) }
        let takesPictures = !names.isDisjoint(with: ["image_b64", "image_data"])
        return BackendAbilities(
            tasks: takesPictures ? [.textToImage, .imageToImage] : [.textToImage], options: known,
            promptCharacters: promptLimit)
    }

    struct Job: Equatable, Sendable {
        var id: JSONPath?
        var pollURL: JSONPath?
        var resultURL: JSONPath?
        var cancelURL: JSONPath?
    }

    struct Poll: Equatable, Sendable {
        /// In place of an address in the answer: a path with `{{id}}`.
        var path: TemplateText?
        var interval: Duration
        var status: JSONPath
        var pending: [String]
        var done: [String]
        /// 0…1.
        var progress: JSONPath?
    }

    struct Result: Equatable, Sendable {
        enum From: String, CaseIterable, Sendable {
            case submit
            case poll
            /// A further GET of the job's result address.
            case get
        }

        enum Kind: String, CaseIterable, Sendable {
            case url
            case b64
            /// Either, as it looks.
            case auto
            /// The answer's body is the picture.
            case body
        }

        var from: From
        var images: JSONPath?
        var kind: Kind
        var seed: JSONPath?
        /// How long the service keeps a result.
        var lifetime: Duration?
    }

    struct Cost: Equatable, Sendable {
        var path: JSONPath
        /// What one of it is in the currency.
        var scale: Double
        var currency: String
    }

    /// The sum of what stands at each path.
    struct Tokens: Equatable, Sendable {
        var input: [JSONPath]
        var output: [JSONPath]
    }
}
