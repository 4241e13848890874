internal import Domain

extension RequestRefusal {
    var status: Int {
        switch self {
        case .noSuchPath: 404
        case .methodNotAllowed: 405
        case .notAcceptable: 406
        case .unsupportedMediaType: 415
        case .noBody, .malformedHead, .malformedTarget, .malformedQuery, .hostMissing: 400
        case .unknownTransferCoding: 501
        case .bodyTooLarge: 413
        case .foreignHost, .fromWebPage, .notAllowed: 403
        case .noToken: 401
        case .timedOut: 504
        case .tooBusy, .serviceNotReady, .tooManyListeners, .tooManyConnections: 503
        }
    }
}

extension ControlFailure {
    var status: Int {
        switch self {
        case .noSuchJob, .noSuchCache: 404
        case .ambiguousJob, .mayPayTwice, .notRetryable, .notHeld, .pictureLost, .neverBegun, .hasEnded,
            .notForgettable:
            409
        case .artGone(_, let state): ["done", "failed", "cancelled"].contains(state) ? 410 : 409
        case .fields(let failures): failures.contains(where: \.isSyntax) ? 400 : 422
        case .keyReused, .noSuchFolder, .noSuchBackend, .prompt, .configuration, .notServable: 422
        case .picture(.unsupported): 415
        case .picture(.outOfMemory): 503
        case .picture: 422
        case .repository, .storage: 503
        case .noRoom, .draining: 503
        case .unsupported: 501
        }
    }
}

extension FieldFailure {
    fileprivate var isSyntax: Bool {
        if case .syntax = problem { true } else { false }
    }
}
