/// Who is on the other side, as the kernel has it from the time of the connect.
package struct Peer: Equatable, Sendable {
    package let process: Int32
    package let user: UInt32
    package let group: UInt32
    /// Supplementary groups.
    package let groups: [UInt32]

    package init(process: Int32, user: UInt32, group: UInt32, groups: [UInt32]) {
        self.process = process
        self.user = user
        self.group = group
        self.groups = groups
    }
}
