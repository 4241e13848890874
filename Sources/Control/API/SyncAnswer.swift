/// All that was there when it was asked for has come to an end, or waits for a person.
public struct SyncAnswer: Codable, Equatable, Sendable {
    /// How many jobs came to each end while it was waited for, by the state's word.
    public var ended: [String: Int]
    /// Folders that can't be listed, so that nobody knows what lies there; absent when all were.
    public var unlisted: [String]?

    public init(ended: [String: Int] = [:], unlisted: [String]? = nil) {
        self.ended = ended
        self.unlisted = unlisted
    }
}
