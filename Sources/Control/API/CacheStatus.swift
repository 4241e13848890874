/// How well a cache does, since the start.
public struct CacheStatus: Codable, Equatable, Sendable {
    /// `renderings`, or `purchases`: pictures that were bought before.
    public var name: String
    /// How often what was asked for was there, and how often it had to be made.
    public var hits: Int
    public var misses: Int
    /// Absent where nothing is held for it.
    public var entries: Int?
    public var bytes: Int?
    public var limit: Int?

    public init(
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
