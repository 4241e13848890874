/// What a backend can honour of a request. What it can't is told before anything is paid for.
package struct BackendAbilities: Equatable, Sendable {
    package var tasks: Set<GenerationTask>
    /// What isn't named here can't be honoured.
    package var options: [GenerationOption: OptionBounds]
    /// The formats of pictures that others can be made from.
    package var pictureFormats: [PictureFormat]
    /// The most bytes of such a picture.
    package var pictureBytes: Int64?
    /// The longest prompt, in characters; `nil`: as long as the service allows any.
    package var promptCharacters: Int?

    package init(
        tasks: Set<GenerationTask> = [.textToImage], options: [GenerationOption: OptionBounds] = [:],
        pictureFormats: [PictureFormat] = [.png, .jpeg, .webp], pictureBytes: Int64? = nil, promptCharacters: Int? = nil
    ) {
        self.tasks = tasks
        self.options = options
        self.pictureFormats = pictureFormats
        self.pictureBytes = pictureBytes
        self.promptCharacters = promptCharacters
    }

    /// What of the options can't be honoured, in their own order, by their words.
    package func misfits(_ generation: GenerationOptions, among others: [String: Self] = [:]) -> [FieldFailure] {
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
    /// `given`: the format of a picture that comes along and isn't in the request yet.
    package func faults(
        _ request: Request, given: PictureFormat? = nil, among others: [String: Self] = [:]
    ) -> [FieldFailure] {
        let backend = request.generation.backend
        let format = given ?? (request.source.task == nil ? nil : request.source.given?.format)
        let made: GenerationTask = request.prompt == nil ? .upscaling : .imageToImage
        let asked = format == nil ? request.source.task : made
        var faults: [FieldFailure] = []
        if let task = asked, !tasks.contains(task) {
            let able = others.filter { $0.value.tasks.contains(task) }.keys.sorted()
            faults.append(
                failure(
                    "picture",
                    task == .textToImage
                        ? .pictureNeeded(backend: backend) : .takesNoPicture(backend: backend, others: able)))
        }
        if let format, faults.isEmpty, !pictureFormats.contains(format) {
            let range = pictureFormats.map(\.name).joined(separator: ", ")
            faults.append(failure("picture", .beyondBackend(backend: backend, got: format.name, range: range)))
        }
        if let most = promptCharacters, let count = request.prompt?.count, count > most {
            let bounds = OptionBounds.characters(most)
            faults.append(
                failure("prompt", .beyondBackend(backend: backend, got: "\(count) characters", range: bounds.range)))
        }
        return faults
    }

    /// Whether a picture of so many bytes is more than the backend takes.
    package func fault(pictureBytes count: Int, backend: String) -> FieldFailure? {
        guard let most = pictureBytes, count > most else { return nil }
        return failure(
            "picture", .beyondBackend(backend: backend, got: "\(count) bytes", range: "at most \(most) bytes"))
    }

    private func failure(_ key: String, _ problem: FieldFailure.Problem) -> FieldFailure {
        FieldFailure(key: key, problem: problem)
    }
}

/// Which values of an option a backend takes.
package enum OptionBounds: Equatable, Sendable {
    /// Whatever a request can say.
    case any
    case integers(ClosedRange<Int64>)
    case numbers(ClosedRange<Double>)
    case words([String])
    /// A text of at most so many characters.
    case characters(Int)

    /// `text` is the value as a person would write it.
    package func take(_ text: String) -> Bool {
        switch self {
        case .any: true
        case .integers(let range): Int64(text).map(range.contains) ?? false
        case .numbers(let range): Double(text).map(range.contains) ?? false
        case .words(let words): words.contains(text)
        case .characters(let most): text.count <= most
        }
    }

    /// Such as `10–100`; empty where anything goes.
    package var range: String {
        switch self {
        case .any: ""
        case .integers(let range): "\(range.lowerBound)–\(range.upperBound)"
        case .numbers(let range): "\(range.lowerBound)–\(range.upperBound)"
        case .words(let words): words.joined(separator: ", ")
        case .characters(let most): "at most \(most) characters"
        }
    }

    /// What is told of a value that isn't taken: of a text its length.
    func shown(_ text: String) -> String {
        if case .characters = self { return "\(text.count) characters" }
        return text
    }
}

/// What a picture can be made from.
package enum GenerationTask: String, Hashable, Sendable, CaseIterable {
    /// Words alone.
    case textToImage = "text_to_image"
    /// A picture and words.
    case imageToImage = "image_to_image"
    /// A picture alone, of which a larger one is made.
    case upscaling
}
