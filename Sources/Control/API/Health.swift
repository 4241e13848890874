/// The answer of `/healthz` and `/readyz`.
package struct Health: Codable, Equatable, Sendable {
    /// `ok`; for `/readyz` the phase's word while it is not ready.
    package var status: String

    package init(status: String) {
        self.status = status
    }
}
