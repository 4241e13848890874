package import Domain

extension DropFailure {
    /// The stable machine-readable code; a nested failure supplies its own.
    package var code: String {
        switch self {
        case .folder: "drop_folder"
        case .link: "drop_link"
        case .special: "drop_special"
        case .empty: "drop_empty"
        case .unreadable(let inner): inner.code
        case .tooLarge: "drop_too_large"
        case .unknownKind: "drop_unknown_kind"
        case .notAccepted: "drop_not_accepted"
        case .notAPicture: "drop_not_a_picture"
        case .picture(let inner): inner.code
        case .prompt(let inner), .sidecar(let inner): inner.code
        case .sidecarFile(let inner): inner.code
        case .sidecarMissing: "drop_sidecar_missing"
        case .ownOutput: "drop_own_output"
        case .vanished: "drop_vanished"
        case .withdrawn: "drop_withdrawn"
        case .job(let inner): inner.code
        }
    }
}

extension PromptFailure {
    /// The stable machine-readable code; a nested failure supplies its own.
    package var code: String {
        switch self {
        case .empty: "prompt_empty"
        case .tooLong: "prompt_too_long"
        case .notUTF8: "prompt_not_utf8"
        case .binary: "control_character"
        case .yamlFrontMatter: "prompt_yaml_front_matter"
        case .frontMatterNotClosed: "prompt_front_matter_not_closed"
        case .frontMatter(let inner): inner.code
        case .unfit(let inner), .request(let inner): inner.code
        case .emptyBatch: "batch_empty"
        case .tooManyLines: "batch_too_many_lines"
        case .promptTwice: "prompt_prompt_twice"
        }
    }
}

extension PictureFailure {
    /// The stable machine-readable code; a nested failure supplies its own.
    package var code: String {
        switch self {
        case .notAPicture: "picture_not_a_picture"
        case .unsupported, .unsupportedKind: "picture_unsupported"
        case .missingLibrary: "picture_library_missing"
        case .tooManyPixels: "picture_too_many_pixels"
        case .tooMuchMemory: "picture_too_much_memory"
        case .truncated: "picture_truncated"
        case .corrupt: "picture_corrupt"
        case .outOfMemory: "picture_out_of_memory"
        case .artTooLarge: "art_too_large"
        case .font: "font_unusable"
        case .unreadable(let inner): inner.code
        }
    }
}

extension ArtWarning {
    /// The stable machine-readable code.
    package var code: String {
        switch self {
        case .thinToneRange: "art_few_tones"
        case .unusable: "art_characters_left_out"
        case .nothingUsable: "art_no_characters"
        case .readingNeedsColors: "art_needs_colors"
        case .fewGlyphs: "art_few_glyphs"
        }
    }
}

extension FieldFailure {
    /// The stable machine-readable code.
    package var code: String {
        switch problem {
        case .syntax: "field_syntax"
        case .unknown: "field_unknown"
        case .wrongType: "field_wrong_type"
        case .outOfRange: "field_out_of_range"
        case .notOneOf, .noCause: "field_not_one_of"
        case .malformed: "field_malformed"
        case .controlCharacter: "control_character"
        case .missing: "field_missing"
        case .duplicate: "field_duplicate"
        case .conflict: "field_conflict"
        case .notHonoured, .takesNoPicture, .pictureNeeded, .noPicture: "field_not_honoured"
        case .notLocal: "field_not_local"
        case .beyondBackend: "field_out_of_range"
        }
    }
}

extension KeyFailure {
    /// The stable machine-readable code.
    package var code: String {
        switch problem {
        case .missing: "key_missing"
        case .unreadable: "key_unreadable"
        case .tooOpen: "key_too_open"
        case .empty: "key_empty"
        case .tooLong: "key_too_long"
        case .malformed: "key_malformed"
        case .failed: "key_command_failed"
        case .late: "key_command_late"
        }
    }
}

extension FileFailure {
    /// The stable machine-readable code; a nested failure supplies its own.
    package var code: String {
        switch self {
        case .missing: "file_missing"
        case .exists: "file_exists"
        case .denied: "file_denied"
        case .full: "file_full"
        case .readOnly: "file_read_only"
        case .notRegular: "file_not_regular"
        case .notFolder: "folder_blocked"
        case .tooLarge: "file_too_large"
        case .changing: "file_changing"
        case .otherDevice: "file_other_device"
        case .nameTooLong: "file_name_too_long"
        case .unmounted: "folder_unmounted"
        case .served: "folder_served"
        case .failed: "file_failed"
        }
    }
}

extension RepositoryFailure {
    /// The stable machine-readable code; a nested failure supplies its own.
    package var code: String {
        switch self {
        case .full: "database_full"
        case .denied: "database_denied"
        case .busy: "database_busy"
        case .corrupt: "database_corrupt"
        case .moved: "database_moved"
        case .newer: "database_newer"
        case .foreign: "database_foreign"
        case .networkFileSystem: "database_network_file_system"
        case .failed: "database_failed"
        }
    }
}

extension BackendFailure {
    /// The stable machine-readable code; a nested failure supplies its own.
    package var code: String {
        switch self {
        case .auth: "backend_auth"
        case .quota: "backend_quota"
        case .rateLimited: "backend_rate_limited"
        case .moderated: "backend_moderated"
        case .invalid: "backend_invalid"
        case .gone, .closed: "backend_gone"
        case .loading: "backend_loading"
        case .transient: "backend_transient"
        case .timeout: "backend_timeout"
        case .unknown: "backend_unknown"
        case .empty: "backend_empty"
        case .badResponse: "backend_bad_response"
        case .expired: "backend_expired"
        case .lost: "backend_lost"
        case .tooLarge: "backend_too_large"
        case .cancelled: "backend_cancelled"
        case .failed: "backend_failed"
        case .unsupported: "backend_unsupported"
        case .config: "backend_config"
        }
    }
}

extension JobFailure {
    /// The stable machine-readable code; a nested failure supplies its own.
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

extension JobState {
    /// The stable machine-readable reason why a job waits, is held, is unknown or failed; `nil` for other states.
    package var code: String? {
        switch self {
        case .waiting(_, let failure), .failed(let failure): failure.code
        case .held(let reason): "held_" + reason.word
        case .unknown: "job_unknown"
        case .queued, .submitting, .submitted, .generated, .staged, .done, .cancelled: nil
        }
    }
}

extension JobState {
    /// Every code that a job's state can have; the values of `--cause`.
    package static let codes: [String] = [
        "held_approval", "held_budget", "job_unknown", "backend_auth", "backend_quota", "backend_rate_limited",
        "backend_moderated", "backend_invalid", "backend_gone", "backend_loading", "backend_transient",
        "backend_timeout", "backend_unknown", "backend_empty", "backend_bad_response", "backend_expired",
        "backend_lost", "backend_too_large", "backend_cancelled", "backend_failed", "backend_unsupported",
        "backend_config", "picture_unfetched", "job_no_such_backend", "job_over_budget", "job_picture_lost",
        "picture_not_a_picture", "picture_unsupported", "picture_library_missing", "picture_too_many_pixels",
        "picture_too_much_memory", "picture_truncated",
        "picture_corrupt", "picture_out_of_memory", "art_too_large", "font_unusable", "file_missing", "file_exists",
        "file_denied", "file_full", "file_read_only", "file_not_regular", "folder_blocked", "file_too_large",
        "file_changing",
        "file_other_device", "file_name_too_long", "folder_unmounted", "folder_served", "file_failed",
        "database_full",
        "database_denied", "database_foreign", "database_moved", "database_busy", "database_corrupt", "database_newer",
        "database_network_file_system",
        "database_failed", "prompt_empty", "prompt_too_long", "prompt_not_utf8", "control_character",
        "prompt_yaml_front_matter", "prompt_front_matter_not_closed", "prompt_prompt_twice", "batch_empty",
        "batch_too_many_lines", "field_syntax", "field_unknown", "field_wrong_type", "field_out_of_range",
        "field_not_one_of", "field_malformed", "field_missing", "field_duplicate", "field_conflict",
        "field_not_honoured", "field_not_local",
    ]
}

extension ControlFailure {
    /// The stable machine-readable code; a nested failure supplies its own.
    package var code: String {
        switch self {
        case .noSuchJob: "no_such_job"
        case .ambiguousJob: "ambiguous_job"
        case .mayPayTwice: "may_pay_twice"
        case .notRetryable: "not_retryable"
        case .notHeld: "not_held"
        case .pictureLost: "job_picture_lost"
        case .neverStarted: "job_never_begun"
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
    /// The stable machine-readable code.
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
    /// The stable machine-readable code.
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
