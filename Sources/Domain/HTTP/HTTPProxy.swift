/// The proxy for a request. Its URL may contain a password, so printing and dumping show only the scheme and the host.
package enum HTTPProxy: Equatable, Sendable {
    case direct
    /// `login` is `user:password` and replaces the login in the URL.
    case at(Secret, login: Secret? = nil)

    /// The schemes of the proxy types that libcurl supports.
    package static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

    /// Reads a setting: `none` or an empty text, or a URL with a scheme. `nil` for anything else.
    package init?(_ text: String) {
        if text.isEmpty || text.lowercased() == "none" {
            self = .direct
            return
        }
        guard let address = WebAddress(text, schemes: Self.schemes, allowing: [.login, .zone]),
            ["", "/"].contains(address.path), address.query == nil, address.fragment == nil
        else { return nil }
        self = .at(Secret(text))
    }

    /// The URL without user and password.
    package var shown: String {
        guard case .at(let address, _) = self else { return "none" }
        let text = address.value
        let rest = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
        let server = rest.lastIndex(of: "@").map { rest[rest.index(after: $0)...] } ?? rest
        return String(text[..<rest.startIndex] + server)
    }

    /// Whether the proxy has a login, in the URL or beside it.
    package var hasLogin: Bool {
        guard case .at(let address, let login) = self else { return false }
        return login != nil || address.value.contains("@")
    }
}

extension HTTPProxy: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { shown }
    package var debugDescription: String { shown }
    package var customMirror: Mirror { Mirror(self, children: ["proxy": shown]) }
}

/// The proxies set in the environment, read as curl and libcurl do. `HTTP_PROXY` in capitals is ignored, as a CGI
/// program's client could set it.
package struct ProxyRules: Equatable, Sendable {
    /// All environment variables that are read.
    package static let variables = [
        "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
    ]

    private let plain: HTTPProxy
    private let encrypted: HTTPProxy
    private let exceptions: [String]

    package init(environment: [String: String] = [:]) {
        func first(_ names: String...) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        func proxy(_ text: String?) -> HTTPProxy {
            text.map { .at(Secret($0)) } ?? .direct
        }
        plain = proxy(first("http_proxy", "all_proxy", "ALL_PROXY"))
        encrypted = proxy(first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"))
        exceptions = (first("no_proxy", "NO_PROXY") ?? "").split { $0 == "," || $0 == " " }.map { $0.lowercased() }
    }

    /// Returns the proxy for a host. Loopback never uses one.
    package func proxy(host: String, isEncrypted: Bool) -> HTTPProxy {
        LoopbackHost.isNamed(host) || isException(host) ? .direct : isEncrypted ? encrypted : plain
    }

    /// Returns whether the host is in `no_proxy`: `*` matches every host; a name matches itself and all subdomains,
    /// with or without a leading dot; an address matches itself or, as in `10.0.0.0/8`, its block.
    private func isException(_ host: String) -> Bool {
        let address = IPAddress(host)
        var name = host.lowercased()[...]
        if name.hasSuffix(".") { name = name.dropLast() }
        return exceptions.contains { exception in
            if exception == "*" { return true }
            if let address { return Self.block(exception, contains: address) }
            var suffix = exception[...]
            if suffix.hasSuffix(".") { suffix = suffix.dropLast() }
            if suffix.hasPrefix(".") { suffix = suffix.dropFirst() }
            return !suffix.isEmpty && (name == suffix || name.hasSuffix("." + suffix))
        }
    }

    private static func block(_ text: String, contains address: IPAddress) -> Bool {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let block = parts.first.flatMap({ IPAddress($0) }), block.bytes.count == address.bytes.count else {
            return false
        }
        let longest = block.bytes.count * 8
        guard let bits = parts.count == 1 ? longest : Int(digits: parts[1]), 0...longest ~= bits else { return false }
        return address.bytes.starts(with: block.bytes, bits: bits)
    }
}
