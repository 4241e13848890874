package import Domain

extension DropFailure {
    /// The stable word for machines; a failure inside speaks for itself.
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
