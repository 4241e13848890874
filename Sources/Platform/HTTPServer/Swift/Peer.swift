/// Who is on the other side, as the kernel has it from the time of the connect.
public struct Peer: Equatable, Sendable {
    public let process: Int32
    public let user: UInt32
    public let group: UInt32
    /// Supplementary groups.
    public let groups: [UInt32]

    public init(process: Int32, user: UInt32, group: UInt32, groups: [UInt32]) {
        self.process = process
        self.user = user
        self.group = group
        self.groups = groups
    }
}
