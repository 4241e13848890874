internal import ControlAPI
internal import Domain

/// Why a request is not answered as hoped, before it is put into words.
enum Rejection: Error {
    case refused(RequestRefusal)
    case failed(ControlFailure)
    /// The time is over; these are still open, and this makes work wait.
    case late([JobEntry], [Gate])
}
