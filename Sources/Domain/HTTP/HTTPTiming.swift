/// When the steps of an exchange were done, counted from its start.
package struct HTTPTiming: Equatable, Sendable {
    /// The connection stood, encrypted where it is. Zero on a connection that stood before.
    package let connected: Duration
    /// The first byte of the answer.
    package let answered: Duration
    /// The last byte of the answer.
    package let total: Duration

    package init(connected: Duration = .zero, answered: Duration = .zero, total: Duration = .zero) {
        self.connected = connected
        self.answered = answered
        self.total = total
    }
}
