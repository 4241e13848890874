/// Which jobs to list, newest first.
public struct JobQuery: Equatable, Sendable {
    /// States by their words; any of them fits. Empty: all.
    public var states: [String]
    /// The watch folder's name.
    public var folder: String?
    /// Who was asked for the picture; dropped pictures have nobody.
    public var backend: String?
    /// Only jobs that came to their state at this time or later, in milliseconds since 1970.
    public var since: Int64?
    /// The most jobs of one page, 1–1000.
    public var limit: Int
    /// Only jobs older than this one: where the page before ended.
    public var after: JobID?

    public init(
        states: [String] = [], folder: String? = nil, backend: String? = nil, since: Int64? = nil, limit: Int = 50,
        after: JobID? = nil
    ) {
        self.states = states
        self.folder = folder
        self.backend = backend
        self.since = since
        self.limit = limit
        self.after = after
    }
}
