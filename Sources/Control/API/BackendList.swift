/// How the backends stand, by name.
package struct BackendList: Codable, Equatable, Sendable {
    package var backends: [BackendStatus]

    package init(backends: [BackendStatus]) {
        self.backends = backends
    }
}
