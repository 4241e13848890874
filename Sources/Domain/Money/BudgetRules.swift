/// What may be spent, by whom and on what.
package struct BudgetRules: Equatable, Sendable {
    /// How many pictures a day a remote backend makes for which neither a price nor a budget is configured.
    package static let unpricedPicturesPerDay: Int64 = 100

    package var everything: Caps
    /// By the backend's name.
    package var backends: [String: Caps]
    /// By the watch folder's name.
    package var folders: [String: Caps]
    /// For each user that submits through the control socket, by himself.
    package var eachUser: Caps
    /// By the backend's name; absent where no price is configured.
    package var prices: [String: Price]
    /// Backends that may cost something, of which nobody said what.
    package var unpriced: Set<String>
    /// How many jobs that a cap held back go on in an hour, once it begins anew.
    package var maxRelease: Int

    package init(
        everything: Caps = Caps(), backends: [String: Caps] = [:], folders: [String: Caps] = [:],
        eachUser: Caps = Caps(), prices: [String: Price] = [:], unpriced: Set<String> = [], maxRelease: Int = 60
    ) {
        self.everything = everything
        self.backends = backends
        self.folders = folders
        self.eachUser = eachUser
        self.prices = prices
        self.unpriced = unpriced
        self.maxRelease = maxRelease
    }

    /// Every cap that a call of `backend` for this job is under.
    package func caps(for job: Job, on backend: String) -> [BudgetCap] {
        let user = job.submitter.map { eachUser.caps(.user($0)) } ?? []
        let own = backends[backend]?.caps(.backend(backend)) ?? []
        let folder = folders[job.folder]?.caps(.folder(job.folder)) ?? []
        let all = everything.caps(.everything) + own + folder + user
        guard all.isEmpty, unpriced.contains(backend) else { return all }
        return Caps(picturesPerDay: Self.unpricedPicturesPerDay).caps(.backend(backend))
    }

    /// Every cap that isn't one user's, for the status.
    package var standing: [BudgetCap] {
        let own = backends.sorted { $0.key < $1.key }.flatMap { $0.value.caps(.backend($0.key)) }
        let folder = folders.sorted { $0.key < $1.key }.flatMap { $0.value.caps(.folder($0.key)) }
        let bare = everything.isEmpty ? unpriced.subtracting(backends.keys).sorted() : []
        let tacit = bare.flatMap { Caps(picturesPerDay: Self.unpricedPicturesPerDay).caps(.backend($0)) }
        return everything.caps(.everything) + own + folder + tacit
    }
}
