import Domain

/// What a workflow can leave open, written `{{name}}`, or `{{name=20}}` with what stands there where nothing was asked
/// for.
enum Placeholder: String, CaseIterable, Equatable, Sendable {
    case prompt
    case negativePrompt = "negative_prompt"
    case seed
    case width
    case height
    /// The work's own name: in a file's name it keeps two pictures apart.
    case id
    case model
    case steps
    case guidance
    case scheduler
    case strength
    /// The picture that another is made from, by its name at the server: what a node `LoadImage` takes.
    case image

    var written: String { needsDefault ? "{{\(rawValue)=…}}" : "{{\(rawValue)}}" }

    /// Whether not every request says it, so that the workflow has to.
    var needsDefault: Bool {
        switch self {
        case .prompt, .negativePrompt, .seed, .width, .height, .id, .image: false
        case .model, .steps, .guidance, .scheduler, .strength: true
        }
    }

    /// What of a request it stands for.
    var option: GenerationOption? {
        switch self {
        case .prompt, .width, .height, .id, .image: nil
        case .negativePrompt: .negativePrompt
        case .seed: .seed
        case .model: .model
        case .steps: .steps
        case .guidance: .guidance
        case .scheduler: .scheduler
        case .strength: .strength
        }
    }
}
