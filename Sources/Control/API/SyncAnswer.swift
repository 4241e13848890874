/// All that was there when it was asked for has come to an end, or waits for a person.
package struct SyncAnswer: Codable, Equatable, Sendable {
    /// How many jobs came to each end while it was waited for, by the state's word.
    package var ended: [String: Int]
    /// Folders that can't be listed, so that nobody knows what lies there; absent when all were.
    package var unlisted: [String]?

    package init(ended: [String: Int] = [:], unlisted: [String]? = nil) {
        self.ended = ended
        self.unlisted = unlisted
    }
}
