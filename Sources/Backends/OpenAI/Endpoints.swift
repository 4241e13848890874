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
        return versioned("\(root)/openai/deployments/\(Self.escaped(model))/images/\(operation)")
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
        apiVersion.map { "\(url)?api-version=\(Self.escaped($0))" } ?? url
    }

    /// Percent-encodes all but the unreserved characters (RFC 3986, 2.3).
    private static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { line, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 48...57,
                UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"):
                line.append(Character(UnicodeScalar(byte)))
            default:
                line += "%" + String(digits[Int(byte >> 4)]) + String(digits[Int(byte & 15)])
            }
        }
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

    /// The host in lower case, without user and port.
    private var host: String {
        let rest = base.firstRange(of: "://").map { base[$0.upperBound...] } ?? base[...]
        let authority = rest.prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@").last ?? ""
        return host.prefix { $0 != ":" }.lowercased()
    }
}
