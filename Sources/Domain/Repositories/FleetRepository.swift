/// The services that share a database: who is alive, who takes drops from which folder, who works on which job.
///
/// A node has a lease, which each beat renews. Once it has ended, another node may declare the node dead: from then on
/// all its writes fail with `.expelled`, and any node may take over its jobs and folders.
package protocol FleetRepository: Sendable {
    /// The identity of this node's machine, which is the same after a restart.
    var machine: String { get }

    /// This node; `nil` before it has joined the others.
    var node: NodeID? { get }

    /// Renews the lease, and says what there is to do. Throws `.expelled` if the node was declared dead.
    func beat(_ reach: NodeReach) async throws(RepositoryFailure) -> Beat

    /// Declares nodes dead whose leases have ended, and frees their jobs and folders. Returns those nodes.
    func expelSilent() async throws(RepositoryFailure) -> [Node]

    /// Makes this node the one that takes drops from the folder, if no other is.
    func hold(_ folder: SharedFolder) async throws(RepositoryFailure) -> FolderHold

    /// Claims at most `limit` unowned jobs within the node's reach: the most urgent first, taking turns between the folders,
    /// and the oldest of each folder first. Each gets a token that is higher than any before, at least `token`. Of folders
    /// that the node doesn't have, these are jobs that need a picture first.
    func claim(
        limit: Int, _ reach: NodeReach, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Job]

    /// Returns this node's unfinished jobs, oldest first. After a lost answer it may own some without knowing.
    func owned() async throws(RepositoryFailure) -> [Job]

    /// Returns the jobs of this node's folders that wait, for whatever reason, except those that this node has in hand.
    /// Oldest first, at most 4,096.
    func restingElsewhere() async throws(RepositoryFailure) -> [Job]

    /// Gives a job to the nodes that have its folder. Without effect if it is no longer this node's.
    func handOver(_ job: Job) async throws(RepositoryFailure)

    /// Returns the drops of this node's folders whose jobs have all ended, wherever that was.
    func endedDrops() async throws(RepositoryFailure) -> [EndedDrop]

    /// Frees this node's jobs and folders.
    func release() async throws(RepositoryFailure)

    /// Tells the other nodes that there is something to do. It may get lost.
    func announce() async throws(RepositoryFailure)

    /// Reports announcements of any node, until the task is cancelled. Returns when that is not possible now.
    func listen(_ report: @escaping @Sendable () async -> Void) async -> ListeningEnd

    /// Tells the other nodes that a backend accepts no calls, or with `nil` that it works again.
    func report(_ outage: SharedOutage?, of backend: String) async throws(RepositoryFailure)

    /// Returns all nodes, by name.
    func nodes() async throws(RepositoryFailure) -> [NodeEntry]

    /// Returns how the database is.
    func health() async throws(RepositoryFailure) -> DatabaseHealth

    /// Asks a node to finish its calls, to leave the rest to the others, and to stop. Returns `false` if it is not there.
    func askToLeave(_ node: NodeID) async throws(RepositoryFailure) -> Bool
}

/// What a node learns with each beat.
package struct Beat: Equatable, Sendable {
    /// The number of jobs that could be claimed, counted up to `mostReady`.
    package let ready: Int
    /// Whether a drop of this node's folders has ended.
    package let hasEndedDrops: Bool
    /// Whether another node's lease has ended.
    package let hasSilentNodes: Bool
    /// Whether no node takes drops from one of the folders.
    package let hasFreeFolders: Bool
    /// The backends that a node has found not to work.
    package let outages: [SharedOutage]
    /// Whether this node was asked to stop.
    package let isLeaving: Bool

    package static let mostReady = 512

    package init(
        ready: Int = 0, hasEndedDrops: Bool = false, hasSilentNodes: Bool = false,
        hasFreeFolders: Bool = false, outages: [SharedOutage] = [], isLeaving: Bool = false
    ) {
        self.ready = ready
        self.hasEndedDrops = hasEndedDrops
        self.hasSilentNodes = hasSilentNodes
        self.hasFreeFolders = hasFreeFolders
        self.outages = outages
        self.isLeaving = isLeaving
    }
}

/// Why announcements can't be listened to now.
package enum ListeningEnd: Equatable, Sendable {
    /// The connection was lost, or could not be made.
    case lost
    /// Not even this node's own announcement came back: a pooler gives the connection to the server to others.
    case unheard
}

/// Who takes drops from a folder.
package enum FolderHold: Equatable, Sendable {
    case held
    /// The node of this name does.
    case elsewhere(String)
    /// Drops of another folder of this name are unfinished.
    case otherFolder
}

/// A drop whose jobs have all ended.
package struct EndedDrop: Equatable, Sendable {
    package let drop: Drop
    /// `nil` if it succeeded.
    package let failure: DropFailure?

    package init(_ drop: Drop, failure: DropFailure?) {
        self.drop = drop
        self.failure = failure
    }
}

/// How long a node counts as alive without a beat.
package enum Lease {
    package static let length = Duration.seconds(20)
    package static let milliseconds = length.components.seconds * 1_000
    package static let beatInterval = Duration.seconds(5)
}
