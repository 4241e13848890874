/// Which of many jobs are meant: those that fit all that is said.
package struct BulkFilter: Equatable, Sendable {
    /// By their words; empty: those that the act is for.
    package var states: [String]
    /// Why they wait, are held or failed: a stable word, or its last part.
    package var cause: String?
    /// The watch folder's name.
    package var folder: String?
    /// Who was asked for the picture.
    package var backend: String?
    /// From when on they have come to their state.
    package var since: Since?
    /// Nothing is done: it is only told with which it would be.
    package var isDryRun: Bool

    package init(
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
    package func fits(code: String?) -> Bool {
        guard let cause else { return true }
        guard let code else { return false }
        return code == cause || code.hasSuffix("_" + cause)
    }
}
