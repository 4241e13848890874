package import Domain

/// What became of all that was present.
package struct SyncReport: Equatable, Sendable {
    /// Jobs that have not come to an end, newest first. Empty: all have.
    package let open: [JobEntry]
    /// Whether files lie in the folders that have not become jobs yet.
    package let hasOpenDrops: Bool
    /// How many jobs came to each end meanwhile, by the state's word.
    package let ended: [String: Int]
    /// Folders that can't be listed: nobody knows what lies there.
    package let unlisted: [String]

    package init(
        open: [JobEntry], hasOpenDrops: Bool = false, ended: [String: Int] = [:], unlisted: [String] = []
    ) {
        self.open = open
        self.hasOpenDrops = hasOpenDrops
        self.ended = ended
        self.unlisted = unlisted
    }

    package var isWorkedOff: Bool { open.isEmpty && !hasOpenDrops }
}
