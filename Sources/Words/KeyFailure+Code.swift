package import Domain

extension KeyFailure {
    /// The stable word for machines.
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
