/// What comes with the events `reset` and `dropped`: events that were not heard.
public struct EventGap: Codable, Equatable, Sendable {
    /// How many; absent where nobody knows.
    public var missed: Int64?

    public init(missed: Int64?) {
        self.missed = missed
    }
}
