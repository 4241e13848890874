public import Domain

/// Whether a watch folder can be listed.
public enum FolderHealth: Equatable, Sendable {
    /// Not listed yet.
    case unknown
    case fine
    /// It is not there: looked for again at every interval.
    case missing
    /// It can't be listed: tried again at every interval.
    case unreadable(FileFailure)
}
