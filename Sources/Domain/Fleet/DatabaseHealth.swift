/// How the database on a server is, for whoever looks after it.
package struct DatabaseHealth: Equatable, Sendable {
    package let bytes: Int64
    /// The rows of all tables, and those that were replaced or removed and are not cleared away yet.
    package let liveRows: Int64
    package let deadRows: Int64
    /// The age in milliseconds of the oldest transaction in the database, which keeps dead rows from being cleared away.
    package let oldestTransaction: Int64
    /// The server's clock.
    package let now: UTCMillis

    /// From here on dead rows are worth a word. Fewer are cleared away in no time.
    private static let manyRows: Int64 = 100_000

    /// Whether dead rows slow down everything that reads the tables.
    package var isBloated: Bool { deadRows > Self.manyRows && deadRows > 2 * liveRows }

    package init(bytes: Int64, liveRows: Int64, deadRows: Int64, oldestTransaction: Int64, now: UTCMillis) {
        self.bytes = bytes
        self.liveRows = liveRows
        self.deadRows = deadRows
        self.oldestTransaction = oldestTransaction
        self.now = now
    }
}
