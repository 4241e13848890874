package import Domain

/// Whether a watch folder can be listed.
package enum FolderHealth: Equatable, Sendable {
    /// Not listed yet.
    case unknown
    case fine
    /// It is not there: looked for again at every interval.
    case missing
    /// Its marker is not there, so its disk is not mounted: looked for again at every interval.
    case unmounted
    /// It can't be listed: tried again at every interval.
    case unreadable(FileFailure)
    /// Its own file can't be gone by, so nobody knows what its drops ask for: looked at again at every interval.
    case misconfigured(FolderFault)

    /// Of a folder that could not be listed.
    init(_ failure: FileFailure) {
        switch failure {
        case .missing: self = .missing
        case .unmounted: self = .unmounted
        default: self = .unreadable(failure)
        }
    }
}
