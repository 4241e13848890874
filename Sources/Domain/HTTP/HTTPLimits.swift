/// How long an exchange may take and how much may come back. Over a bound the exchange ends with a failure that says so.
public struct HTTPLimits: Equatable, Sendable {
    /// Looking the name up, connecting and agreeing on encryption together.
    public var connect: Duration
    /// The whole exchange, from being asked for to the last byte; waiting for a free connection counts.
    public var total: Duration
    /// The longest silence once the body has begun. The wait for its first byte is bounded by `total` alone: a service
    /// may paint for minutes before it speaks.
    public var stall: Duration
    /// The most that `headerBytes` counts for; a single line is bounded by 100 KiB.
    public static let mostHeaderBytes = 256 << 10

    /// All lines before the body together, those of interim answers included; each redirect is counted by itself.
    public var headerBytes: Int
    /// Counted after decoding, where the server compresses.
    public var bodyBytes: Int

    public init(
        connect: Duration = .seconds(10), total: Duration = .seconds(300), stall: Duration = .seconds(60),
        headerBytes: Int = 64 << 10, bodyBytes: Int = 64 << 20
    ) {
        self.connect = connect
        self.total = total
        self.stall = stall
        self.headerBytes = headerBytes
        self.bodyBytes = bodyBytes
    }
}
