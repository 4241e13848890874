import Domain

/// The files of observed folders that have been worked off, as the database knows them: read once.
actor ObservedFiles {
    private let spool: any SpoolRepository
    private var known: [String: Set<FileIdentity>] = [:]
    private var read: Set<String> = []

    init(_ spool: any SpoolRepository) {
        self.spool = spool
    }

    func files(in folder: String) async throws(RepositoryFailure) -> Set<FileIdentity> {
        if !read.contains(folder) {
            known[folder, default: []].formUnion(try await spool.observed(in: folder))
            read.insert(folder)
        }
        return known[folder, default: []]
    }

    /// One more has been worked off.
    func add(_ drop: Drop) {
        known[drop.folder, default: []].insert(drop.identity)
    }
}
