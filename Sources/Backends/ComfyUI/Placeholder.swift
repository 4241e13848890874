/// What a workflow can leave open, written `{{name}}`.
enum Placeholder: String, CaseIterable, Equatable, Sendable {
    case prompt
    case negativePrompt = "negative_prompt"
    case seed
    case width
    case height
    /// The work's own name: in a file's name it keeps two pictures apart.
    case id

    var written: String { "{{\(rawValue)}}" }
}
