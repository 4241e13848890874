/// What a service calls the options that OpenAI's own dialect doesn't have; `nil` where it takes none. A dot goes into an
/// object: `sample_params.sample_steps`.
struct OptionNames: Equatable {
    /// Where the words go that say what should not be seen.
    enum NegativePrompt: Equatable {
        case field(String)
        /// Behind the prompt, after this mark.
        case after(Character)
    }

    var seed: String?
    var steps: String?
    var guidance: String?
    var negativePrompt: NegativePrompt?
}
