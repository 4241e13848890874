/// How well a cache does, since the start.
package struct CacheStatus: Codable, Equatable, Sendable {
    /// `renderings`, or `purchases`: pictures that were bought before.
    package var name: String
    /// How often what was asked for was there, and how often it had to be made.
    package var hits: Int
    package var misses: Int
    /// Absent where nothing is held for it.
    package var entries: Int?
    package var bytes: Int?
    package var limit: Int?

    package init(
        name: String, hits: Int, misses: Int, entries: Int? = nil, bytes: Int? = nil, limit: Int? = nil
    ) {
        self.name = name
        self.hits = hits
        self.misses = misses
        self.entries = entries
        self.bytes = bytes
        self.limit = limit
    }
}
