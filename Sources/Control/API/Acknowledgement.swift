/// The answer to what an operator does: the phase that the service is in now.
public struct Acknowledgement: Codable, Equatable, Sendable {
    /// `starting`, `running`, `paused` or `draining`.
    public var phase: String

    public init(phase: String) {
        self.phase = phase
    }
}
