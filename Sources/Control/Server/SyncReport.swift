public import Domain

/// What became of all that was present.
public struct SyncReport: Equatable, Sendable {
    /// Jobs that have not come to an end, newest first. Empty: all have.
    public let open: [JobEntry]
    /// Whether files lie in the folders that have not become jobs yet.
    public let hasOpenDrops: Bool
    /// How many jobs came to each end meanwhile, by the state's word.
    public let ended: [String: Int]

    public init(open: [JobEntry], hasOpenDrops: Bool = false, ended: [String: Int] = [:]) {
        self.open = open
        self.hasOpenDrops = hasOpenDrops
        self.ended = ended
    }

    public var isWorkedOff: Bool { open.isEmpty && !hasOpenDrops }
}
