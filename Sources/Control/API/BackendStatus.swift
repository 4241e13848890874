/// How a backend stands.
public struct BackendStatus: Codable, Equatable, Sendable {
    public var name: String
    /// How many calls it takes at once.
    public var limit: Int
    /// Calls that run.
    public var running: Int
    /// Jobs whose turn has not come.
    public var waiting: Int
    /// Why it can't be used now: a stable word and a sentence.
    public var code: String?
    public var detail: String?
    /// Since when.
    public var since: WireTime?
    /// Of a plugin: whether it runs in a sandbox.
    public var sandbox: SandboxState?

    public init(
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
public enum SandboxState: String, Codable, Equatable, Sendable, CaseIterable {
    case on
    /// The configuration says so.
    case off
    /// The kernel has no Landlock, or keeps it from the service.
    case unavailable
}
