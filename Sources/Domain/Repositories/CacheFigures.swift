/// How well a cache does, since the start.
package struct CacheFigures: Equatable, Sendable {
    package let entries: Int
    package let bytes: Int
    /// The most bytes that it holds.
    package let limit: Int
    /// How often what was asked for was there, and how often it had to be made.
    package let hits: Int
    package let misses: Int

    package init(entries: Int, bytes: Int, limit: Int, hits: Int, misses: Int) {
        self.entries = entries
        self.bytes = bytes
        self.limit = limit
        self.hits = hits
        self.misses = misses
    }
}
