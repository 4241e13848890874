/// Why a job is not released.
package enum ApproveRefusal: Error, Equatable, Sendable {
    /// Only a held job can be approved.
    case notHeld
    /// As many unfinished jobs as fit are there already.
    case noRoom
    /// The service ends, and begins nothing.
    case draining
    case repository(RepositoryFailure)
}
