import Domain

/// The values that a shell can complete for an option.
enum OptionValues: Equatable {
    case none
    case files
    case words([String])
    /// Several of the words, separated by commas.
    case list([String])
    /// Job IDs, from the service.
    case jobs
    /// Names of watch folders, from the service.
    case folders
    /// Names of backends, from the service.
    case backends
    case caches

    /// The values of a field's type.
    init(_ type: FieldType) {
        switch type {
        case .choice(let words): self = .words(words)
        case .flag: self = .words(["true", "false"])
        case .list(.choice(let words)): self = .list(words)
        case .path: self = .files
        default: self = .none
        }
    }
}
