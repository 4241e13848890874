/// How a backend stands.
package struct BackendStatus: Codable, Equatable, Sendable {
    package var name: String
    /// How many calls it takes at once.
    package var limit: Int
    /// Calls that run.
    package var running: Int
    /// Jobs whose turn has not come.
    package var waiting: Int
    /// Why it can't be used now: a stable word and a sentence.
    package var code: String?
    package var detail: String?
    /// Since when.
    package var since: WireTime?
    /// Of a plugin: whether it runs in a sandbox.
    package var sandbox: SandboxState?

    package init(
        name: String, limit: Int, running: Int = 0, waiting: Int = 0, code: String? = nil, detail: String? = nil,
        sandbox: SandboxState? = nil
    ) {
        self.name = name
        self.limit = limit
        self.running = running
        self.waiting = waiting
        self.code = code
        self.detail = detail
        self.sandbox = sandbox
    }
}

/// Whether a plugin's processes are kept from files that are not theirs.
package enum SandboxState: String, Codable, Equatable, Sendable, CaseIterable {
    case on
    /// The configuration says so.
    case off
    /// The kernel has no Landlock, or keeps it from the service.
    case unavailable
}
