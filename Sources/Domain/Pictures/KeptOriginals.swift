/// How long, and how many, dropped pictures are kept after their drops have ended, so that they can be rendered again.
package struct KeptOriginals: Equatable, Sendable {
    /// 0 keeps none.
    package var days = 30
    /// All kept pictures together, in bytes. The oldest are given up first.
    package var bytes: Int64 = 2 << 30

    package init(days: Int = 30, bytes: Int64 = 2 << 30) {
        self.days = days
        self.bytes = bytes
    }

    /// Pictures kept before this moment are given up.
    package func oldest(at utc: UTCMillis) -> UTCMillis {
        utc - Int64(days) * 24 * 60 * 60 * 1_000
    }
}
