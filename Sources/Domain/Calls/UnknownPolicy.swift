/// What becomes of a job when an answer was lost after its request went out: the picture may have been made and paid
/// for.
package enum UnknownPolicy: String, Equatable, Sendable, Codable, CaseIterable {
    /// A person decides.
    case hold
    /// It is asked for again, even if that pays twice.
    case retry
    /// The job fails.
    case fail
}
