package import Domain
internal import PlatformHTTPServer
internal import ControlAPI

/// Where requests come in: who is there, what he may, and by which names he may call us.
package enum Door: Sendable {
    /// A Unix socket: the system says who is there.
    case socket(AccessRules)
    /// An address of this machine alone: who has the token may everything, as the service's own user.
    case token(Secret, owner: UInt32)
    /// Figures and a sign of life, for whoever comes.
    case figures(isLoopback: Bool)

    private static let figures = ["/healthz", "/metrics"]

    /// Whether a route is there at all.
    func leads(to route: Route) -> Bool {
        guard case .figures = self else { return true }
        return Self.figures.contains(route.place)
    }

    /// What the one who asks may do. Throws `.noToken`.
    func role(of head: RequestHead) throws(Rejection) -> Role {
        switch self {
        case .socket(let access): return access.role(of: head.peer)
        case .figures: return .read
        case .token(let token, _):
            guard Self.isSame(Self.bearer(head["Authorization"] ?? ""), token.value) else { throw .refused(.noToken) }
            return .operate
        }
    }

    func group(for role: Role) -> String? {
        guard case .socket(let access) = self else { return nil }
        return access.group(for: role)
    }

    /// Who is there, as far as that is known.
    func peer(of head: RequestHead) -> Peer {
        guard case .token(_, let owner) = self else { return head.peer }
        return Peer(process: 0, user: owner, group: head.peer.group, groups: [])
    }

    /// Whether that name of ours is one that no web page can point here: a name of its own could be made to.
    func isOurs(_ host: String) -> Bool {
        guard let name = Self.name(of: host) else { return false }
        return switch self {
        case .socket: name == ControlHeader.host || name == "localhost"
        case .token, .figures(isLoopback: true): LoopbackHost.isNamed(name)
        case .figures(isLoopback: false): !name.isEmpty
        }
    }

    /// In lower case and without a port; `nil` when that is no number.
    private static func name(of host: String) -> Substring? {
        let lower = host.lowercased()[...]
        let end = lower.hasPrefix("[") ? lower.firstIndex(of: "]").map { lower.index(after: $0) } : nil
        let name = lower[..<(end ?? lower.firstIndex(of: ":") ?? lower.endIndex)]
        let rest = lower[name.endIndex...]
        let isPort = rest.isEmpty || rest.first == ":" && rest.dropFirst().utf8.allSatisfy { (48...57).contains($0) }
        return isPort ? name : nil
    }

    /// What follows the scheme, whose case says nothing (RFC 9110, 11.1); empty for another.
    private static func bearer(_ credentials: String) -> String {
        let parts = credentials.split(separator: " ", maxSplits: 1)
        return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : ""
    }

    /// Takes as long whatever differs, so that nobody finds a token out byte by byte.
    private static func isSame(_ given: String, _ wanted: String) -> Bool {
        let (one, other) = (Array(given.utf8), Array(wanted.utf8))
        var difference: UInt8 = one.count == other.count ? 0 : 1
        for index in other.indices { difference |= other[index] ^ (index < one.count ? one[index] : 0) }
        return difference == 0
    }
}
