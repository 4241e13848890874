/// The tasks, options and sizes that a backend supports. Unsupported requests are rejected before they cost anything.
package struct BackendCapabilities: Equatable, Sendable {
    package var tasks: Set<GenerationTask>
    /// The supported options with their allowed values. Options missing here are unsupported.
    package var options: [GenerationOption: OptionBounds]
    /// The accepted formats of source pictures.
    package var pictureFormats: [PictureFormat]
    /// The largest number of input pictures of a request; counts only for tasks with pictures.
    package var pictures: Int
    /// The largest input picture, in bytes; `nil`: no limit.
    package var pictureBytes: Int64?
    /// The largest size of all input pictures of a request together, in bytes.
    package var totalPictureBytes: Int64
    /// The longest prompt, in characters; `nil`: no limit of its own.
    package var promptCharacters: Int?

    package init(
        tasks: Set<GenerationTask> = [.textToImage], options: [GenerationOption: OptionBounds] = [:],
        pictureFormats: [PictureFormat] = [.png, .jpeg, .webp], pictures: Int = 1, pictureBytes: Int64? = nil,
        totalPictureBytes: Int64 = Self.mostPictureBytes, promptCharacters: Int? = nil
    ) {
        self.tasks = tasks
        self.options = options
        self.pictureFormats = pictureFormats
        self.pictures = pictures
        self.pictureBytes = pictureBytes
        self.totalPictureBytes = min(totalPictureBytes, Self.mostPictureBytes)
        self.promptCharacters = promptCharacters
    }

    /// The input pictures of a request are in memory together while it is sent.
    package static let mostPictureBytes: Int64 = 256 << 20

    /// Returns the unsupported options and values of a request, in the order of `GenerationOption`; the keys are its
    /// raw values. `others` are further backends, to name those that support the option.
    package func optionFailures(_ generation: GenerationOptions, among others: [String: Self] = [:]) -> [FieldFailure] {
        GenerationOption.allCases.compactMap { option in
            guard let text = generation.text(of: option) else { return nil }
            guard let bounds = options[option] else {
                let able = others.filter { $0.value.options[option]?.accepts(text) == true }.keys.sorted()
                return failure(option.rawValue, .notHonoured(backend: generation.backend, others: able))
            }
            // The last sample has the highest seed.
            let last = generation.sample(generation.samples).text(of: option) ?? text
            guard let rejected = [text, last].first(where: { !bounds.accepts($0) }) else { return nil }
            return failure(
                option.rawValue,
                .beyondBackend(backend: generation.backend, got: bounds.shown(rejected), range: bounds.range))
        }
    }

    /// Returns the faults of prompt and input pictures, which leniency can't remove.
    ///
    /// `given` are the formats of pictures that accompany the request and aren't part of it yet. `others` are further
    /// backends, to name those that support the task.
    package func faults(
        _ request: Request, given: [PictureFormat] = [], among others: [String: Self] = [:]
    ) -> [FieldFailure] {
        let backend = request.generation.backend
        let formats = given.isEmpty ? request.source.inputs.map(\.format) : given
        let pictureTask: GenerationTask = request.prompt == nil ? .upscaling : .imageToImage
        var faults: [FieldFailure] = []
        if let task = formats.isEmpty ? request.source.task : pictureTask {
            faults += [taskFault(task, pictures: formats.count, backend: backend, among: others)].compactMap(\.self)
        }
        if faults.isEmpty, let format = formats.first(where: { !pictureFormats.contains($0) }) {
            let range = pictureFormats.map(\.name).joined(separator: ", ")
            faults.append(failure("picture", .beyondBackend(backend: backend, got: format.name, range: range)))
        }
        if let limit = promptCharacters, let prompt = request.prompt, prompt.count > limit {
            let bounds = OptionBounds.characters(limit)
            faults.append(
                failure("prompt", .beyondBackend(backend: backend, got: bounds.shown(prompt), range: bounds.range)))
        }
        return faults
    }

    /// Returns a failure if the backend doesn't support the task, or takes fewer than `count` pictures for it.
    private func taskFault(
        _ task: GenerationTask, pictures count: Int, backend: String, among others: [String: Self]
    ) -> FieldFailure? {
        let able = others.filter { $0.value.supports(task, pictures: count) }.keys.sorted()
        guard tasks.contains(task) else {
            return failure(
                "picture",
                task == .textToImage
                    ? .pictureNeeded(backend: backend) : .takesNoPicture(backend: backend, others: able))
        }
        guard !supports(task, pictures: count) else { return nil }
        let most = mostPictures(for: task)
        return failure("picture", .tooManyPictures(backend: backend, count: count, most: most, others: able))
    }

    private func supports(_ task: GenerationTask, pictures count: Int) -> Bool {
        tasks.contains(task) && (task == .textToImage || count <= mostPictures(for: task))
    }

    /// Upscaling makes one picture of one.
    private func mostPictures(for task: GenerationTask) -> Int { task == .upscaling ? 1 : pictures }

    /// Returns a failure if one of the input pictures, whose sizes in bytes are `counts`, is too large, or all of them
    /// together are.
    package func fault(pictureBytes counts: [Int], backend: String) -> FieldFailure? {
        func tooLarge(_ got: String, _ limit: Int64, _ all: String = "") -> FieldFailure {
            failure(
                "picture", .beyondBackend(backend: backend, got: got, range: "at most \(limit) bytes\(all)"))
        }
        if let limit = pictureBytes, let count = counts.first(where: { $0 > limit }) {
            return tooLarge("\(count) bytes", limit)
        }
        let sum = counts.reduce(0, +)
        guard counts.count > 1, sum > totalPictureBytes else { return nil }
        return tooLarge("\(counts.count) pictures of \(sum) bytes", totalPictureBytes, " together")
    }

    private func failure(_ key: String, _ problem: FieldFailure.Problem) -> FieldFailure {
        FieldFailure(key: key, problem: problem)
    }
}

/// The values of an option that a backend accepts.
package enum OptionBounds: Equatable, Sendable {
    /// All values that a request can contain.
    case any
    case integers(ClosedRange<Int64>)
    case numbers(ClosedRange<Double>)
    case words([String])
    /// A text of at most this many characters.
    case characters(Int)

    /// Returns whether the value, written as a person would, is accepted.
    package func accepts(_ text: String) -> Bool {
        switch self {
        case .any: true
        case .integers(let range): Int64(text).map(range.contains) ?? false
        case .numbers(let range): Double(text).map(range.contains) ?? false
        case .words(let words): words.contains(text)
        case .characters(let most): text.count <= most
        }
    }

    /// The accepted values in short, such as `10–100`; empty where every value is accepted.
    package var range: String {
        switch self {
        case .any: ""
        case .integers(let range): "\(range.lowerBound)–\(range.upperBound)"
        case .numbers(let range): "\(range.lowerBound)–\(range.upperBound)"
        case .words(let words): words.joined(separator: ", ")
        case .characters(let most): "at most \(most) characters"
        }
    }

    /// Returns the rejected value for messages; for a text, its length.
    func shown(_ text: String) -> String {
        if case .characters = self { return "\(text.count) characters" }
        return text
    }
}

/// A task for a backend, by its inputs.
package enum GenerationTask: String, Hashable, Sendable, CaseIterable {
    /// A picture from a prompt alone.
    case textToImage = "text_to_image"
    /// A picture from a picture and a prompt.
    case imageToImage = "image_to_image"
    /// An enlarged picture, from a picture alone.
    case upscaling
}
