package import Domain

extension ControlFailure {
    /// The stable word for machines; a failure inside speaks for itself.
    package var code: String {
        switch self {
        case .noSuchJob: "no_such_job"
        case .ambiguousJob: "ambiguous_job"
        case .mayPayTwice: "may_pay_twice"
        case .notRetryable: "not_retryable"
        case .notHeld: "not_held"
        case .pictureLost: "job_picture_lost"
        case .neverBegun: "job_never_begun"
        case .artGone: "art_gone"
        case .hasEnded: "job_has_ended"
        case .notForgettable: "not_forgettable"
        case .keyReused: "idempotency_key_reused"
        case .fields(let failures): failures.count == 1 ? failures[0].code : "fields_invalid"
        case .noSuchFolder: "no_such_folder"
        case .noSuchBackend: "no_such_backend"
        case .noSuchCache: "no_such_cache"
        case .prompt(let inner): inner.code
        case .picture(let inner): inner.code
        case .configuration, .notServable: "configuration_invalid"
        case .repository(let inner): inner.code
        case .storage(let inner): inner.code
        case .noRoom: "no_room"
        case .draining: "draining"
        case .unsupported: "unsupported"
        }
    }
}

extension RequestRefusal {
    /// The stable word for machines.
    package var code: String {
        switch self {
        case .noSuchPath: "no_such_path"
        case .methodNotAllowed: "method_not_allowed"
        case .notAcceptable: "not_acceptable"
        case .unsupportedMediaType: "unsupported_media_type"
        case .noBody: "no_body"
        case .bodyTooLarge: "body_too_large"
        case .tooBusy: "too_busy"
        case .malformedTarget: "malformed_target"
        case .malformedQuery: "malformed_query"
        case .malformedHead: "malformed_head"
        case .unknownTransferCoding: "unknown_transfer_coding"
        case .hostMissing: "host_missing"
        case .foreignHost: "foreign_host"
        case .fromWebPage: "from_web_page"
        case .notAllowed: "not_allowed"
        case .noToken: "no_token"
        case .timedOut: "timed_out"
        case .serviceNotReady: "not_ready"
        case .tooManyListeners: "too_many_listeners"
        case .tooManyConnections: "too_many_connections"
        }
    }
}

extension SocketFailure {
    /// The stable word for machines.
    package var code: String {
        switch self {
        case .inUse: "socket_in_use"
        case .notASocket: "socket_not_a_socket"
        case .pathTooLong: "socket_path_too_long"
        case .file(let inner): inner.code
        case .notListening: "socket_not_listening"
        case .serverFailed: "socket_server_failed"
        }
    }
}
