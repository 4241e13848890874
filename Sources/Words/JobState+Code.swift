package import Domain

extension JobState {
    /// Why a job waits, is held, unknown or failed: the stable word for machines.
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
    /// Every code that a job's state can have, for those who look for a cause.
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
        "database_denied", "database_moved", "database_busy", "database_corrupt", "database_newer",
        "database_network_file_system",
        "database_failed", "prompt_empty", "prompt_too_long", "prompt_not_utf8", "control_character",
        "prompt_yaml_front_matter", "prompt_front_matter_not_closed", "prompt_prompt_twice", "batch_empty",
        "batch_too_many_lines", "field_syntax", "field_unknown", "field_wrong_type", "field_out_of_range",
        "field_not_one_of", "field_malformed", "field_missing", "field_duplicate", "field_conflict",
        "field_not_honoured", "field_not_local",
    ]
}
