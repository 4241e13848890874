public import Domain

extension JobState {
    /// Why a job waits, is held, unknown or failed: the stable word for machines.
    public var code: String? {
        switch self {
        case .waiting(_, let failure), .failed(let failure): failure.code
        case .held(let reason): "held_" + reason.word
        case .unknown: "job_unknown"
        case .queued, .submitting, .submitted, .generated, .staged, .done, .cancelled: nil
        }
    }
}
