package import Domain

/// What concerns the service as a whole.
package struct Service: Equatable, Sendable {
    /// Where the database and the blobs lie.
    package var state: FolderPath
    /// What the service writes into folders in.
    package var language: Language
    /// The zone in which days and months of budgets turn and local times are told, such as `Asia/Seoul`; `nil` is this
    /// machine's.
    package var zone: String?
    /// How many threads render; `nil` leaves it to the service (one less than the cores, at least 1).
    package var renderThreads: Int?

    package init(state: FolderPath, language: Language = .english, zone: String? = nil, renderThreads: Int? = nil) {
        self.state = state
        self.language = language
        self.zone = zone
        self.renderThreads = renderThreads
    }
}
