package import Domain

extension PictureFailure {
    /// The stable word for machines; a failure inside speaks for itself.
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
