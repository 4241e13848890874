/// A host that may be sent the key: `bfl.ai`, `*.bfl.ai` for all below it, `127.0.0.1:8080` with a port of its own.
struct HostPattern: Equatable, Sendable {
    let host: String
    let takesAllBelow: Bool
    let port: UInt16?

    /// `nil` when it is none of these. A star alone is none: it would be everybody.
    init?(_ text: String) {
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

    /// Without a port of its own, the usual one of the address's scheme is meant.
    func matches(_ address: WebAddress) -> Bool {
        let isHost = takesAllBelow ? address.host.hasSuffix("." + host) : address.host == host
        return isHost && address.port == port ?? (address.scheme == "https" ? 443 : 80)
    }
}
