/// What a file system has room for, in bytes.
public struct DiskSpace: Equatable, Sendable {
    public let free: Int64
    public let total: Int64

    public init(free: Int64, total: Int64) {
        self.free = free
        self.total = total
    }

    /// What has to stay free: 1 GiB or 2 %, whichever is more.
    public var reserve: Int64 { max(1 << 30, total / 50) }

    /// Whether less than the reserve is left, so that no new work is taken.
    public var isLow: Bool { free < reserve }
}
