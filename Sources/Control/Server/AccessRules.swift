package import PlatformHTTPServer

/// Who may what. Whoever can connect at all may read: the socket's mode decides that.
package struct AccessRules: Equatable, Sendable {
    /// A group that grants a role.
    package struct Group: Equatable, Sendable {
        package let name: String
        package let number: UInt32

        package init(name: String, number: UInt32) {
            self.name = name
            self.number = number
        }
    }

    /// The service's own user, who may everything, as root may.
    package let owner: UInt32
    /// `nil` where the system has no such group.
    package let submitters: Group?
    package let operators: Group?

    package init(owner: UInt32, submitters: Group? = nil, operators: Group? = nil) {
        self.owner = owner
        self.submitters = submitters
        self.operators = operators
    }

    package func role(of peer: Peer) -> Role {
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
