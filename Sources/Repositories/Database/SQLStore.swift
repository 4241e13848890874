package import Domain
package import PlatformSQL
internal import Synchronization

/// A database with the tables of `SpoolSchema`, whichever engine it is. The repositories are built on it.
package protocol SQLStore: Sendable {
    /// Runs reads that all see the same state: everything that was committed before.
    func read<T: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T

    /// Runs work in a transaction that no other write overlaps, and returns after the commit (`GroupCommitWriter.write`).
    func write<T: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T

    /// How the pictures of its artworks look.
    var likenesses: LikenessCache { get }

    /// The node that writes; `nil` if there are no others.
    var node: NodeID? { get }

    /// The services that share the database; `nil` if none can.
    var fleet: (any FleetRepository)? { get }

    /// Who is notified about what its writes change.
    var notificationRules: CurrentNotificationRules { get }

    /// The identity of the machine whose paths are meant; empty if the database is of one machine, and all are.
    var machine: String { get }
}

extension SQLStore {
    package var node: NodeID? { nil }
    package var fleet: (any FleetRepository)? { nil }
    package var machine: String { "" }

    /// The owner of the jobs that this service works on from now on.
    var owner: SQLValue { SQLValue(node?.text) }
}

extension SQLStore {
    /// What exports and imports need.
    package var portableArtworks: any PortableArtworkRepository { SQLPortableArtworkRepository(database: self) }

    /// The repositories, which share the store's connections and its transactions' commits.
    package var repositories: SpoolRepositories {
        SpoolRepositories(
            drops: SQLDropRepository(database: self), jobs: SQLJobRepository(database: self),
            jobList: SQLJobListRepository(database: self),
            submissions: SQLSubmissionRepository(database: self), plans: SQLPlanRepository(database: self),
            erasure: SQLErasureRepository(database: self), calls: SQLCallRepository(database: self),
            ledger: SQLLedgerRepository(database: self), contents: SQLContentRepository(database: self),
            folders: SQLKnownFolderRepository(database: self), notes: SQLNoteRepository(database: self),
            notifications: SQLNotificationRepository(database: self),
            failures: SQLFailureRepository(database: self),
            artworks: SQLArtworkRepository(database: self), tags: SQLTagRepository(database: self),
            tagCalls: SQLTagCallRepository(database: self), retention: SQLRetentionRepository(database: self),
            fleet: fleet)
    }
}

/// Who is notified about what a store's writes change. Another configuration replaces it while the store stays open.
package final class CurrentNotificationRules: Sendable {
    private let rules = Mutex(NotificationRules.none)

    init() {}

    var current: NotificationRules {
        get { rules.withLock { $0 } }
        set { rules.withLock { $0 = newValue } }
    }
}
