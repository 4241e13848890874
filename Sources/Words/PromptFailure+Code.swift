package import Domain

extension PromptFailure {
    /// The stable word for machines; a failure inside speaks for itself.
    package var code: String {
        switch self {
        case .empty: "prompt_empty"
        case .tooLong: "prompt_too_long"
        case .notUTF8: "prompt_not_utf8"
        case .binary: "control_character"
        case .yamlFrontMatter: "prompt_yaml_front_matter"
        case .frontMatterNotClosed: "prompt_front_matter_not_closed"
        case .frontMatter(let inner): inner.code
        case .unfit(let inner), .request(let inner): inner.code
        case .emptyBatch: "batch_empty"
        case .tooManyLines: "batch_too_many_lines"
        case .promptTwice: "prompt_prompt_twice"
        }
    }
}
