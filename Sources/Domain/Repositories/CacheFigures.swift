/// How well a cache does, since the start.
public struct CacheFigures: Equatable, Sendable {
    public let entries: Int
    public let bytes: Int
    /// The most bytes that it holds.
    public let limit: Int
    /// How often what was asked for was there, and how often it had to be made.
    public let hits: Int
    public let misses: Int

    public init(entries: Int, bytes: Int, limit: Int, hits: Int, misses: Int) {
        self.entries = entries
        self.bytes = bytes
        self.limit = limit
        self.hits = hits
        self.misses = misses
    }
}
