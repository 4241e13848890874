/// The answer to what an operator does: the phase that the service is in now.
package struct Acknowledgement: Codable, Equatable, Sendable {
    /// `starting`, `running`, `paused` or `draining`.
    package var phase: String

    package init(phase: String) {
        self.phase = phase
    }
}
