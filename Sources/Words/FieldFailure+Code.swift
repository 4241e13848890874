package import Domain

extension FieldFailure {
    /// The stable word for machines.
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
