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
