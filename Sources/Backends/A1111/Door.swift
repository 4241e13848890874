import BackendKit
import Domain
import FoundationEssentials

/// Where the server is and how one is let in.
struct Door {
    private let base: String
    private let key: Secret?

    init(_ baseURL: String, key: Secret?) {
        let base = BaseAddress.trimmed(baseURL)
        self.base = base.hasSuffix(Self.root) ? String(base.dropLast(Self.root.count)) : base
        self.key = key
    }

    private static let root = "/sdapi/v1"

    func address(_ path: String) -> String { base + Self.root + path }

    /// HTTP Basic (RFC 7617). Throws `.config` for a key that can't be such.
    func headers() throws(BackendFailure) -> [HTTPHeader] {
        let accept = HTTPHeader("Accept", "application/json")
        guard let key else { return [accept] }
        guard let colon = key.value.firstIndex(of: ":"), colon != key.value.startIndex else {
            throw .config(said: "api_key has to hold user:password")
        }
        return [accept, HTTPHeader("Authorization", "Basic " + encoded(key), isSecret: true)]
    }

    /// Hides the key in all its forms.
    var quoting: Quoting {
        guard let key else { return Quoting() }
        let password = key.value.firstIndex(of: ":").map { String(key.value[key.value.index(after: $0)...]) } ?? ""
        return Quoting(hiding: [key, Secret(encoded(key)), Secret(password)])
    }

    private func encoded(_ key: Secret) -> String {
        Data(key.value.utf8).base64EncodedString()
    }
}
