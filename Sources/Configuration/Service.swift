public import Domain

/// What concerns the service as a whole.
public struct Service: Equatable, Sendable {
    /// Where the database and the blobs lie.
    public var state: FolderPath
    /// What the service writes into folders in.
    public var language: Language
    /// The zone in which days and months of budgets turn and local times are told, such as `Asia/Seoul`; `nil` is this
    /// machine's.
    public var zone: String?
    /// How many threads render; `nil` leaves it to the service (one less than the cores, at least 1).
    public var renderThreads: Int?

    public init(state: FolderPath, language: Language = .english, zone: String? = nil, renderThreads: Int? = nil) {
        self.state = state
        self.language = language
        self.zone = zone
        self.renderThreads = renderThreads
    }
}
