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
    /// Damaged entries that were found and removed; `nil` for a cache in memory.
    package let damaged: Int?

    package init(entries: Int, bytes: Int, limit: Int, hits: Int, misses: Int, damaged: Int? = nil) {
        self.entries = entries
        self.bytes = bytes
        self.limit = limit
        self.hits = hits
        self.misses = misses
        self.damaged = damaged
    }

    /// The sum of two caches in memory.
    package static func + (one: Self, other: Self) -> Self {
        Self(
            entries: one.entries + other.entries, bytes: one.bytes + other.bytes, limit: one.limit + other.limit,
            hits: one.hits + other.hits, misses: one.misses + other.misses)
    }
}
