/// Which jobs to list, newest first.
package struct JobQuery: Equatable, Sendable {
    /// States by their words; any of them fits. Empty: all.
    package var states: [String]
    /// The watch folder's name.
    package var folder: String?
    /// Who was asked for the picture; dropped pictures have nobody.
    package var backend: String?
    /// Only jobs that came to their state at this time or later, in milliseconds since 1970.
    package var since: Int64?
    /// The most jobs of one page, 1–1000.
    package var limit: Int
    /// Only jobs older than this one: where the page before ended.
    package var after: JobID?

    package init(
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
