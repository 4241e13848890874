package import Domain

/// Why what lies in a folder below a watch folder is not seen, or is seen late.
package enum SubfolderTrouble: Equatable, Sendable {
    case unreadable(FileFailure)
    /// Its own file can't be gone by, so nothing is taken from it.
    case misconfigured(FolderFault)
    /// It lies below so many others that it is not gone into.
    case tooDeep(levels: Int)
    /// The kernel can't watch it, for the reason `code` (an errno): it is seen when the watch folder is listed.
    case unwatched(code: Int32)
}
