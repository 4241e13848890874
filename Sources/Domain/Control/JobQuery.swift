/// Which jobs to list, newest first.
public struct JobQuery: Equatable, Sendable {
    /// States by their words; any of them fits. Empty: all.
    public var states: [String]
    /// The watch folder's name.
    public var folder: String?
    /// The most jobs of one page, 1–1000.
    public var limit: Int
    /// Only jobs older than this one: where the page before ended.
    public var after: JobID?

    public init(states: [String] = [], folder: String? = nil, limit: Int = 50, after: JobID? = nil) {
        self.states = states
        self.folder = folder
        self.limit = limit
        self.after = after
    }
}
