/// The repositories of one store. A method's changes are committed and synced when it returns, and each call is one
/// transaction, also where it changes several areas.
///
/// Each consumer is given only the repositories that it needs.
package struct SpoolRepositories: Sendable {
    package let drops: any DropRepository
    package let jobs: any JobRepository
    package let jobList: any JobListRepository
    package let submissions: any SubmissionRepository
    package let plans: any PlanRepository
    package let erasure: any ErasureRepository
    package let calls: any CallRepository
    package let ledger: any LedgerRepository
    package let contents: any ContentRepository
    package let folders: any KnownFolderRepository
    package let notes: any NoteRepository
    package let notifications: any NotificationRepository
    package let failures: any FailureRepository
    package let artworks: any ArtworkRepository
    package let tags: any TagRepository
    package let tagCalls: any TagCallRepository
    package let retention: any RetentionRepository
    /// `nil` if no other service can share the database.
    package let fleet: (any FleetRepository)?

    package init(
        drops: any DropRepository, jobs: any JobRepository, jobList: any JobListRepository,
        submissions: any SubmissionRepository, plans: any PlanRepository, erasure: any ErasureRepository,
        calls: any CallRepository, ledger: any LedgerRepository, contents: any ContentRepository,
        folders: any KnownFolderRepository,
        notes: any NoteRepository, notifications: any NotificationRepository, failures: any FailureRepository,
        artworks: any ArtworkRepository,
        tags: any TagRepository, tagCalls: any TagCallRepository, retention: any RetentionRepository,
        fleet: (any FleetRepository)? = nil
    ) {
        self.drops = drops
        self.jobs = jobs
        self.jobList = jobList
        self.submissions = submissions
        self.plans = plans
        self.erasure = erasure
        self.calls = calls
        self.ledger = ledger
        self.contents = contents
        self.folders = folders
        self.notes = notes
        self.notifications = notifications
        self.failures = failures
        self.artworks = artworks
        self.tags = tags
        self.tagCalls = tagCalls
        self.retention = retention
        self.fleet = fleet
    }
}

/// The reason why the database could not complete an operation.
package enum RepositoryFailure: Error, Equatable, Sendable, Codable {
    case full
    case denied
    case busy
    /// The file is no database or is damaged; the text has the details.
    case corrupt(String)
    /// There is no server, or none that lets this program in; the text has the details.
    case unreachable(String)
    /// The server can be reached, but did not do what it was asked to.
    case onServer(DatabaseServerFailure)
    /// This node was silent for longer than its lease, so that others have taken its work over.
    case expelled
    /// The state was moved to another database, at this path or address.
    case movedAway(to: String)
    /// The state is being moved here from the database at this path or address.
    case incomplete(from: String)
    /// The file was moved, replaced or deleted while it was open.
    case moved
    /// The schema is older than this program's, and services of an older version still use it; these are their machines.
    case usedByOlder([String])
    /// The schema was written by a newer version; both are schema versions.
    case newer(found: Int, known: Int)
    /// The database is of an earlier development build or of another program; the value is the application number in
    /// its header.
    case foreign(application: Int64)
    /// The file is on a network file system, whose locks are unreliable; the value is the file system's name.
    case networkFileSystem(String)
    case failed(code: Int32, String)
}

/// The reason why a database server could not complete an operation. Texts are the server's own.
package enum DatabaseServerFailure: Error, Equatable, Sendable, Codable {
    case full
    /// The service's role lacks a right.
    case denied(String)
    /// A conflict with another transaction, or a time limit of the server's.
    case interrupted(String)
    /// It is a replica, or takes no changes for another reason.
    case readOnly
    case corrupt(String)
    case failed(String)
}
