/// What a file system has room for, in bytes.
public struct DiskSpace: Equatable, Sendable {
    public let free: Int64
    public let total: Int64

    public init(free: Int64, total: Int64) {
        self.free = free
        self.total = total
    }

    /// Whether less than `max(1 GiB, 2 %)` is left, so that no new work is taken.
    public var isLow: Bool { free < max(1 << 30, total / 50) }
}
