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

    public init(
        name: String, limit: Int, running: Int = 0, waiting: Int = 0, code: String? = nil, detail: String? = nil
    ) {
        self.name = name
        self.limit = limit
        self.running = running
        self.waiting = waiting
        self.code = code
        self.detail = detail
    }
}
