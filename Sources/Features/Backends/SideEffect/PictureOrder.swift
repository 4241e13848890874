import BackendKit
import Domain

/// One picture to be bought, and from whom.
struct PictureOrder: Sendable {
    let job: Job
    let backend: any ImageBackend
    let request: ImageRequest
    let call: Call
}

extension Call {
    /// Whether there may be something to go on with.
    var isOpen: Bool { phase != .settled && phase != .reserved }
}
