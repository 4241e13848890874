/// Which servers a request may reach. An address that a service's answer names is not a person's choice: unbounded, it
/// could have this machine fetch what only its own network can see.
package enum HTTPReach: Equatable, Sendable {
    case anywhere
    /// Public addresses, and the named hosts wherever they lead. What a name resolves to decides, not its spelling.
    case outside(allowing: [HostPattern])
    /// The same and addresses inside networks, but not a cloud provider's metadata service: no picture is there, and what
    /// is there opens the machine's account.
    case network(allowing: [HostPattern])

    /// Whether an address may be connected to without a look at where it leads.
    package func isUnbounded(host: String, port: UInt16, isEncrypted: Bool) -> Bool {
        switch self {
        case .anywhere: true
        case .outside(let patterns), .network(let patterns):
            patterns.contains { $0.matches(host: host, port: port, isEncrypted: isEncrypted) }
        }
    }

    /// Whether a connection into such a network is refused.
    package func refuses(_ scope: AddressScope) -> Bool {
        switch self {
        case .anywhere: false
        case .outside: scope.isInward
        case .network: scope == .metadata
        }
    }

    /// For the addresses that a service names. A service inside a network may name others there; one on the internet only
    /// itself and what a person allows. Only the text of `base` counts: what its name resolves to is up to the service.
    package static func results(of base: String, allowing hosts: [HostPattern]) -> HTTPReach {
        guard let address = WebAddress(base) else { return .outside(allowing: hosts) }
        let allowed = [HostPattern(address)] + hosts
        return isInner(address.host) ? .network(allowing: allowed) : .outside(allowing: allowed)
    }

    /// Whether a host's text says that it is inside a network: an inward address, a name without a dot, or one under a
    /// domain that no public name server knows (RFC 6761, RFC 6762 with appendix G, RFC 8375, ICANN's `.internal`).
    private static func isInner(_ host: String) -> Bool {
        if let scope = AddressScope(host: host) { return scope.isInward }
        let labels = host.split(separator: ".")
        return labels.count == 1 || labels.suffix(2) == ["home", "arpa"] || inner.contains(labels.last ?? "")
    }

    private static let inner: Set<Substring> = ["local", "internal", "lan", "home", "corp", "intranet", "private"]
}

/// A host that a person allows: `bfl.ai`, `*.bfl.ai` for all below it, `127.0.0.1:8080` with a port of its own.
package struct HostPattern: Equatable, Sendable {
    /// As `WebAddress` writes it.
    package let host: String
    package let takesAllBelow: Bool
    /// `nil`: the usual one of the address's scheme.
    package let port: UInt16?

    /// `nil` when it is none of these. A star alone is none: it would be everybody.
    package init?(_ text: String) {
        let takesAllBelow = text.hasPrefix("*.")
        let rest = takesAllBelow ? text.dropFirst(2) : text[...]
        guard let address = WebAddress("https://" + rest), !rest.contains("/") else { return nil }
        guard !rest.contains(where: { "?#*".contains($0) }), !takesAllBelow || address.host.contains(".") else {
            return nil
        }
        host = address.host
        self.takesAllBelow = takesAllBelow
        let tail = rest.lastIndex(of: "]").map { rest[$0...] } ?? rest
        port = tail.contains(":") ? address.port : nil
    }

    /// That host and port alone.
    package init(_ address: WebAddress) {
        host = address.host
        takesAllBelow = false
        port = address.port
    }

    /// As it is written in a configuration.
    package var text: String { (takesAllBelow ? "*." : "") + host + (port.map { ":\($0)" } ?? "") }

    /// Without a port of its own, the usual one of the address's scheme is meant.
    package func matches(_ address: WebAddress) -> Bool {
        matches(host: address.host, port: address.port, isEncrypted: address.scheme == "https")
    }

    /// The same for an address that was taken apart elsewhere. An IP address is itself in every spelling.
    package func matches(host other: String, port: UInt16, isEncrypted: Bool) -> Bool {
        let name = other.lowercased()
        let isHost =
            if takesAllBelow {
                name.hasSuffix("." + host)
            } else {
                name == host || IPAddress(name).map { $0 == IPAddress(host) } ?? false
            }
        return isHost && port == self.port ?? (isEncrypted ? 443 : 80)
    }
}
