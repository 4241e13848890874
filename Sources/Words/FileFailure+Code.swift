package import Domain

extension FileFailure {
    /// The stable word for machines; a failure inside speaks for itself.
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
