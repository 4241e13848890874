import BackendKit
import Domain

/// The endpoints of a service and the header that carries its key.
struct Endpoints {
    private let kind: Dialect.Endpoints
    private let address: Address
    private let apiVersion: String?
    private let key: Secret?

    init(_ settings: OpenAISettings, _ key: Secret?, _ address: Address, _ kind: Dialect.Endpoints) {
        self.kind = kind
        self.address = address
        apiVersion = settings.apiVersion
        self.key = key
    }

    /// The endpoint that creates pictures; `operation` is `generations` or `edits`.
    func images(_ operation: String, model: String) -> String {
        guard kind == .azure else { return address.appending("/images/" + operation) }
        if isVersioned { return versioned(address.appending("/images/" + operation)) }
        return versioned("\(root)/openai/deployments/\(PercentEncoding.encoded(model))/images/\(operation)")
    }

    /// The endpoint that lists the models.
    var models: String {
        guard kind == .azure else { return address.appending("/models") }
        return versioned(isVersioned ? address.appending("/models") : root + "/openai/models")
    }

    var authorization: [HTTPHeader] {
        guard let key else { return [] }
        return switch kind {
        case .bearer: [HTTPHeader("Authorization", "Bearer " + key.value, isSecret: true)]
        case .azure: [HTTPHeader("api-key", key.value, isSecret: true)]
        }
    }

    /// Azure's newer addresses end in `/openai/v1` and have OpenAI's own paths.
    private var isVersioned: Bool { address.base.hasSuffix("/v1") }

    private var root: String {
        address.base.hasSuffix("/openai") ? String(address.base.dropLast(7)) : address.base
    }

    private func versioned(_ url: String) -> String {
        apiVersion.map { "\(url)?api-version=\(PercentEncoding.encoded($0))" } ?? url
    }
}

/// A service's base address.
struct Address {
    let base: String

    init(_ base: String) {
        self.base = BaseURL.trimmed(base)
    }

    func appending(_ path: String) -> String { base + path }

    /// Whether this is OpenAI's own service, whose behaviour is known, and not a compatible one.
    var isOpenAI: Bool { host == "api.openai.com" || host.hasSuffix(".api.openai.com") }

    private var host: String {
        WebAddress(base, allowing: [.login, .international, .zone])?.host ?? ""
    }
}
