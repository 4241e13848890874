/// Statistics of a cache since the service started.
package struct CacheStatistics: Equatable, Sendable {
    package let entries: Int
    /// The size of all entries, in bytes.
    package let bytes: Int
    /// The cache's capacity, in bytes.
    package let limit: Int
    /// Lookups that found an entry.
    package let hits: Int
    /// Lookups that found no entry.
    package let misses: Int

    package init(entries: Int, bytes: Int, limit: Int, hits: Int, misses: Int) {
        self.entries = entries
        self.bytes = bytes
        self.limit = limit
        self.hits = hits
        self.misses = misses
    }
}
