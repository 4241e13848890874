/// The servers that a request may reach. A URL from a service's response is not chosen by a person: without a limit, it
/// could make this machine fetch data that only its own network can access.
package enum HTTPReach: Equatable, Sendable {
    case anywhere
    /// Public addresses, and the given hosts at any address. The resolved address decides, not the host's spelling.
    case outside(allowing: [HostPattern])
    /// Public addresses and those inside networks, except cloud metadata services, which have no pictures but the
    /// machine's credentials.
    case network(allowing: [HostPattern])

    /// Returns whether the host may be connected to without checking its resolved address.
    package func isUnbounded(host: String, port: UInt16, isEncrypted: Bool) -> Bool {
        switch self {
        case .anywhere: true
        case .outside(let patterns), .network(let patterns):
            patterns.contains { $0.matches(host: host, port: port, isEncrypted: isEncrypted) }
        }
    }

    /// Returns whether a connection to this kind of network is refused.
    package func refuses(_ scope: AddressScope) -> Bool {
        switch self {
        case .anywhere: false
        case .outside: scope.isInternal
        case .network: scope == .metadata
        }
    }

    /// Returns the reach for URLs named by the service at `base`. A service inside a network may name other hosts
    /// there; one on the internet only itself and `hosts`. Only the text of `base` counts, since the service controls
    /// what its name resolves to.
    package static func results(of base: String, allowing hosts: [HostPattern]) -> HTTPReach {
        guard let address = WebAddress(base) else { return .outside(allowing: hosts) }
        let allowed = [HostPattern(address)] + hosts
        return isInner(address.host) ? .network(allowing: allowed) : .outside(allowing: allowed)
    }

    /// Returns whether a host's text is internal: an internal address, a name without a dot, or a name in a domain that
    /// public DNS doesn't have (RFC 6761, RFC 6762 appendix G, RFC 8375, ICANN's `.internal`).
    private static func isInner(_ host: String) -> Bool {
        if let scope = AddressScope(host: host) { return scope.isInternal }
        let labels = host.split(separator: ".")
        return labels.count == 1 || labels.suffix(2) == ["home", "arpa"] || inner.contains(labels.last ?? "")
    }

    private static let inner: Set<Substring> = ["local", "internal", "lan", "home", "corp", "intranet", "private"]
}

/// A host allowed by the configuration: `bfl.ai`, `*.bfl.ai` for all subdomains, or `127.0.0.1:8080` with a port.
package struct HostPattern: Equatable, Sendable {
    /// The host, normalised as in `WebAddress`.
    package let host: String
    /// Whether the pattern matches the subdomains of `host` instead of the host itself.
    package let matchesSubdomains: Bool
    /// `nil`: the default port of the URL's scheme.
    package let port: UInt16?

    /// Reads a pattern; `nil` for any other form. A single star is rejected: it would allow every host.
    package init?(_ text: String) {
        let matchesSubdomains = text.hasPrefix("*.")
        let rest = matchesSubdomains ? text.dropFirst(2) : text[...]
        guard let address = WebAddress("https://" + rest), address.text == address.origin,
            !matchesSubdomains || address.host.contains(".")
        else { return nil }
        host = address.host
        self.matchesSubdomains = matchesSubdomains
        port = address.explicitPort
    }

    /// Creates a pattern for exactly the URL's host and port.
    package init(_ address: WebAddress) {
        host = address.host
        matchesSubdomains = false
        port = address.port
    }

    /// The pattern as in a configuration.
    package var text: String { (matchesSubdomains ? "*." : "") + host + (port.map { ":\($0)" } ?? "") }

    /// Returns whether a URL's host and port match. A pattern without a port matches the default port of the URL's
    /// scheme.
    package func matches(_ address: WebAddress) -> Bool {
        matches(host: address.host, port: address.port, isEncrypted: address.isEncrypted)
    }

    /// Returns whether the host and port match. An IP address matches in every spelling.
    package func matches(host other: String, port: UInt16, isEncrypted: Bool) -> Bool {
        let name = other.lowercased()
        let isHost =
            if matchesSubdomains {
                name.hasSuffix("." + host)
            } else {
                name == host || IPAddress(name).map { $0 == IPAddress(host) } ?? false
            }
        return isHost && port == self.port ?? WebAddress.defaultPort(isEncrypted: isEncrypted)
    }
}
