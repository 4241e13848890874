internal import ControlAPI
package import Domain
internal import PlatformHTTPServer

/// The rules of an entrance for requests: the peer, its role, and the host names accepted in requests.
package enum AccessPolicy: Sendable {
    /// A Unix socket; the kernel reports the peer's credentials.
    case socket(AccessRules)
    /// A loopback TCP address. The token grants full access, as the service's own user.
    case token(Secret, owner: UInt32)
    /// Requests of a signed-in browser, which the gallery has checked. The peer is the one that signed in.
    case session(AccessRules)
    /// Metrics and liveness only, open to every client.
    case metrics(isLoopback: Bool)

    /// Whether clients of this entrance can use a route at all.
    func offers(_ route: Route) -> Bool {
        guard case .metrics = self else { return true }
        return ["/healthz", "/metrics"].contains(route.pattern)
    }

    /// The role of the client. Throws `.noToken`.
    func role(of head: RequestHead) throws(Rejection) -> Role {
        switch self {
        case .socket(let access), .session(let access): return access.role(of: head.peer)
        case .metrics: return .read
        case .token(let token, _):
            guard token.isEqual(to: Self.bearer(head["Authorization"] ?? "")) else { throw .refused(.noToken) }
            return .operate
        }
    }

    func group(for role: Role) -> String? {
        switch self {
        case .socket(let access), .session(let access): access.group(for: role)
        case .token, .metrics: nil
        }
    }

    /// The peer, as far as it is known.
    func peer(of head: RequestHead) -> Peer {
        var peer = head.peer
        if case .token(_, let owner) = self { peer.user = owner }
        return peer
    }

    /// Rejects requests that a web page could have sent, directly or through a host name that it pointed at this
    /// service (DNS rebinding).
    func checkOrigin(of head: RequestHead, _ target: RequestTarget) throws(Rejection) {
        if case .session = self { return }
        for header in ["Origin", "Referer"] where head[header] != nil {
            throw .refused(.fromWebPage(header: header))
        }
        let hosts = head.headers.filter { $0.name.lowercased() == "host" }.map(\.value)
        guard let host = target.host ?? hosts.first else {
            guard head.isCurrent else { return }
            throw .refused(.hostMissing)
        }
        for named in Set(hosts + [host]) where !accepts(host: named) { throw .refused(.foreignHost(named)) }
    }

    /// Whether a `Host` value is a name that no web page can point at this service (DNS rebinding protection).
    private func accepts(host: String) -> Bool {
        guard let name = Self.name(of: host) else { return false }
        return switch self {
        case .session: true
        case .socket: name == ControlHeader.host || name == "localhost"
        case .token, .metrics(isLoopback: true): LoopbackHost.isNamed(name)
        case .metrics(isLoopback: false): !name.isEmpty
        }
    }

    /// The host in lower case without its port; `nil` when the port is not a number.
    private static func name(of host: String) -> Substring? {
        guard let parts = HostAndPort(host.lowercased()) else { return nil }
        let isPort = parts.port?.utf8.allSatisfy { (48...57).contains($0) } ?? true
        return isPort ? parts.host : nil
    }

    /// The credentials after the scheme, which is case-insensitive (RFC 9110, 11.1); empty for another scheme.
    private static func bearer(_ credentials: String) -> String {
        let parts = credentials.split(separator: " ", maxSplits: 1)
        return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : ""
    }
}

/// The access rules of the control socket. Every user who can connect may read; the socket's file mode restricts
/// connecting.
package struct AccessRules: Equatable, Sendable {
    /// A group that grants a role.
    package struct Group: Equatable, Sendable {
        let name: String
        let number: UInt32
    }

    /// The user that the service runs as; granted every role, like root.
    let owner: UInt32
    /// `nil` when the system has no such group.
    var submitters: Group?
    var operators: Group?

    func role(of peer: Peer) -> Role {
        if peer.user == 0 || peer.user == owner || isMember(peer, of: operators) { return .operate }
        return isMember(peer, of: submitters) ? .submit : .read
    }

    func group(for role: Role) -> String? {
        switch role {
        case .read: nil
        case .submit: submitters?.name ?? operators?.name
        case .operate: operators?.name
        }
    }

    private func isMember(_ peer: Peer, of group: Group?) -> Bool {
        guard let group else { return false }
        return peer.group == group.number || peer.groups.contains(group.number)
    }
}

extension AccessRules {
    /// Looks up the groups by their names, which may query a directory service.
    package init(owner: UInt32, submitters: String, operators: String) {
        self.init(owner: owner, submitters: Group(named: submitters), operators: Group(named: operators))
    }
}

extension AccessRules.Group {
    fileprivate init?(named name: String) {
        guard let number = SystemGroup.number(named: name) else { return nil }
        self.init(name: name, number: number)
    }
}

/// A peer's permissions. Each role includes those before it.
typealias Role = AccessReport.Role
