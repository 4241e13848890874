public import Domain

/// What one look into a watch folder found.
public struct FolderListing: Equatable, Sendable {
    /// In no order.
    public let entries: [FileEntry]
    /// When the folder was first used, milliseconds since 1970; `nil` when that isn't known.
    public let since: Int64?
    /// Of the disk that holds the state, `nil` when it can't be told.
    public let space: DiskSpace?

    public init(entries: [FileEntry], space: DiskSpace?, since: Int64? = nil) {
        self.entries = entries
        self.space = space
        self.since = since
    }
}
