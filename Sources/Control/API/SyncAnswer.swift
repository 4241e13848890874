/// All that was there when it was asked for has come to an end, or waits for a person.
public struct SyncAnswer: Codable, Equatable, Sendable {
    /// How many jobs came to each end while it was waited for, by the state's word.
    public var ended: [String: Int]

    public init(ended: [String: Int] = [:]) {
        self.ended = ended
    }
}
