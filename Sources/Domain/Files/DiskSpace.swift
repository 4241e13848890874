/// What a file system has room for, in bytes.
package struct DiskSpace: Equatable, Sendable {
    package let free: Int64
    package let total: Int64

    package init(free: Int64, total: Int64) {
        self.free = free
        self.total = total
    }

    /// What has to stay free: 1 GiB or 2 %, whichever is more.
    package var reserve: Int64 { max(1 << 30, total / 50) }

    /// Whether less than the reserve is left, so that no new work is taken.
    package var isLow: Bool { free < reserve }
}
