public import Domain

/// What became of all that was present.
public struct SyncReport: Equatable, Sendable {
    /// Jobs that have not come to an end, newest first. Empty: all have.
    public let open: [JobEntry]
    /// Whether files lie in the folders that have not become jobs yet.
    public let hasOpenDrops: Bool
    /// How many jobs came to each end meanwhile, by the state's word.
    public let ended: [String: Int]
    /// Folders that can't be listed: nobody knows what lies there.
    public let unlisted: [String]

    public init(
        open: [JobEntry], hasOpenDrops: Bool = false, ended: [String: Int] = [:], unlisted: [String] = []
    ) {
        self.open = open
        self.hasOpenDrops = hasOpenDrops
        self.ended = ended
        self.unlisted = unlisted
    }

    public var isWorkedOff: Bool { open.isEmpty && !hasOpenDrops }
}
