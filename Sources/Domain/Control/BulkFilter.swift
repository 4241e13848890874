/// Which of many jobs are meant: those that fit all that is said.
public struct BulkFilter: Equatable, Sendable {
    /// By their words; empty: those that the act is for.
    public var states: [String]
    /// Why they wait, are held or failed: a stable word, or its last part.
    public var cause: String?
    /// The watch folder's name.
    public var folder: String?
    /// Who was asked for the picture.
    public var backend: String?
    /// From when on they have come to their state.
    public var since: Since?
    /// Nothing is done: it is only told with which it would be.
    public var isDryRun: Bool

    public init(
        states: [String] = [], cause: String? = nil, folder: String? = nil, backend: String? = nil,
        since: Since? = nil, isDryRun: Bool = false
    ) {
        self.states = states
        self.cause = cause
        self.folder = folder
        self.backend = backend
        self.since = since
        self.isDryRun = isDryRun
    }

    /// Whether a job's reason is the one that is meant: `auth` means `backend_auth` too.
    public func fits(code: String?) -> Bool {
        guard let cause else { return true }
        guard let code else { return false }
        return code == cause || code.hasSuffix("_" + cause)
    }
}
