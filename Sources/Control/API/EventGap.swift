/// What comes with the events `reset` and `dropped`: events that were not heard.
package struct EventGap: Codable, Equatable, Sendable {
    /// How many; absent where nobody knows.
    package var missed: Int64?

    package init(missed: Int64?) {
        self.missed = missed
    }
}
