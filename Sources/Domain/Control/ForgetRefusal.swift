/// Why a job is not forgotten.
package enum ForgetRefusal: Error, Equatable, Sendable {
    case noSuchJob
    /// Only what has ended can be forgotten. The state's word.
    case notEnded(state: String)
}
