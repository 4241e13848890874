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
