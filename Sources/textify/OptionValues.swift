import Domain

/// What a shell may offer for an option's value.
enum OptionValues: Equatable {
    case none
    case files
    case words([String])
    /// Several of them, with commas between.
    case list([String])
    /// Identifiers of jobs, which the service knows.
    case jobs
    /// Names of watch folders, which the service knows.
    case folders
    /// Names of backends, which the service knows.
    case backends
    case caches

    /// As a field's table has them.
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
