/// How long an exchange may take and how much may come back. Over a bound the exchange ends with a failure that says so.
package struct HTTPLimits: Equatable, Sendable {
    /// Looking the name up, connecting and agreeing on encryption together.
    package var connect: Duration
    /// The whole exchange, from being asked for to the last byte; waiting for a free connection counts.
    package var total: Duration
    /// The longest silence once the body has begun. The wait for its first byte is bounded by `total` alone: a service
    /// may paint for minutes before it speaks.
    package var stall: Duration
    /// The most that `headerBytes` counts for; a single line is bounded by 100 KiB.
    package static let mostHeaderBytes = 256 << 10

    /// All lines before the body together, those of interim answers included; each redirect is counted by itself.
    package var headerBytes: Int
    /// Counted after decoding, where the server compresses.
    package var bodyBytes: Int

    package init(
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
