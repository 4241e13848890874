public import Domain

/// What one look into a watch folder found.
public struct FolderListing: Equatable, Sendable {
    /// In no order.
    public let entries: [FileEntry]
    /// Of the disk that holds the state, `nil` when it can't be told.
    public let space: DiskSpace?

    public init(entries: [FileEntry], space: DiskSpace?) {
        self.entries = entries
        self.space = space
    }
}
