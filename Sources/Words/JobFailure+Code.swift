package import Domain

extension JobFailure {
    /// The stable word for machines; a failure inside speaks for itself.
    package var code: String {
        switch self {
        case .picture(let inner): inner.code
        case .backend(_, let inner): inner.code
        case .unfetched: "picture_unfetched"
        case .noSuchBackend: "job_no_such_backend"
        case .overBudget: "job_over_budget"
        case .delivery(let inner): inner.code
        case .storage(let inner): inner.code
        case .pictureLost: "job_picture_lost"
        case .request(let inner): inner.code
        }
    }
}
