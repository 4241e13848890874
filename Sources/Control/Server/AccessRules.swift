public import PlatformHTTPServer

/// Who may what. Whoever can connect at all may read: the socket's mode decides that.
public struct AccessRules: Equatable, Sendable {
    /// A group that grants a role.
    public struct Group: Equatable, Sendable {
        public let name: String
        public let number: UInt32

        public init(name: String, number: UInt32) {
            self.name = name
            self.number = number
        }
    }

    /// The service's own user, who may everything, as root may.
    public let owner: UInt32
    /// `nil` where the system has no such group.
    public let submitters: Group?
    public let operators: Group?

    public init(owner: UInt32, submitters: Group? = nil, operators: Group? = nil) {
        self.owner = owner
        self.submitters = submitters
        self.operators = operators
    }

    public func role(of peer: Peer) -> Role {
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
