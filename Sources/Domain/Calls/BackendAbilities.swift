/// What a backend can honour of a request. What it can't is told before anything is paid for.
public struct BackendAbilities: Equatable, Sendable {
    public var tasks: Set<GenerationTask>
    /// What isn't named here can't be honoured.
    public var options: [GenerationOption: OptionBounds]
    /// The longest prompt, in characters; `nil`: as long as the service allows any.
    public var promptCharacters: Int?

    public init(
        tasks: Set<GenerationTask> = [.textToImage], options: [GenerationOption: OptionBounds] = [:],
        promptCharacters: Int? = nil
    ) {
        self.tasks = tasks
        self.options = options
        self.promptCharacters = promptCharacters
    }

    /// What of the options can't be honoured, in their own order, by their words.
    public func misfits(_ generation: GenerationOptions, among others: [String: Self] = [:]) -> [FieldFailure] {
        GenerationOption.allCases.compactMap { option in
            guard let text = generation.text(of: option) else { return nil }
            guard let bounds = options[option] else {
                let able = others.filter { $0.value.options[option]?.take(text) == true }.keys.sorted()
                return failure(option.rawValue, .notHonoured(backend: generation.backend, others: able))
            }
            guard !bounds.take(text) else { return nil }
            return failure(
                option.rawValue,
                .beyondBackend(backend: generation.backend, got: bounds.shown(text), range: bounds.range))
        }
    }

    /// What of words and source can't be: no leniency helps there.
    public func faults(_ request: Request, among others: [String: Self] = [:]) -> [FieldFailure] {
        let backend = request.generation.backend
        var faults: [FieldFailure] = []
        if let task = request.source.task, !tasks.contains(task) {
            let able = others.filter { $0.value.tasks.contains(task) }.keys.sorted()
            faults.append(
                failure(
                    "picture",
                    task == .textToImage
                        ? .pictureNeeded(backend: backend) : .takesNoPicture(backend: backend, others: able)))
        }
        if let most = promptCharacters, let count = request.prompt?.count, count > most {
            let bounds = OptionBounds.characters(most)
            faults.append(
                failure("prompt", .beyondBackend(backend: backend, got: "\(count) characters", range: bounds.range)))
        }
        return faults
    }

    private func failure(_ key: String, _ problem: FieldFailure.Problem) -> FieldFailure {
        FieldFailure(key: key, problem: problem)
    }
}
