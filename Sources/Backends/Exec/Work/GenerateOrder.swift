import BackendKit
import Domain

/// What a plugin is told of one picture.
struct GenerateOrder {
    let request: ImageRequest
    let key: String
    let workdir: FolderPath
    let timeout: Duration
    /// The picture to start from, as it lies in the folder.
    let input: JSONValue?

    private var task: GenerationTask { request.picture == nil ? .textToImage : .imageToImage }

    /// Throws `.unsupported` and `.invalid` for what the plugin has said that it can't do: before anything is done.
    func parameters(for abilities: Capabilities) throws(BackendFailure) -> [String: JSONValue] {
        guard abilities.tasks.contains(task.rawValue) else { throw .unsupported(feature: task.rawValue) }
        if let most = abilities.mostCharacters, request.prompt.unicodeScalars.count > most {
            throw .invalid(parameter: "prompt", said: "it takes \(most) characters")
        }
        let unwanted = request.details.negativePrompt ?? ""
        guard abilities.takesNegativePrompts || unwanted.isEmpty else {
            throw .unsupported(feature: GenerationOption.negativePrompt.rawValue)
        }
        return parameters(size: abilities.sizes.nearest(to: request.size), hasSeed: abilities.takesSeeds)
    }

    func parameters(size: PictureSize, hasSeed: Bool) -> [String: JSONValue] {
        var members: [String: JSONValue] = [
            "task": .text(task.rawValue), "prompt": .text(request.prompt), "width": .integer(Int64(size.width)),
            "height": .integer(Int64(size.height)), "count": .integer(1),
            "input_images": .list(input.map { [$0] } ?? []),
            "params": .object(details),
        ]
        members["negative_prompt"] = request.value(of: .negativePrompt)
        if hasSeed, let seed = Int64(exactly: request.seed) { members["seed"] = .integer(seed) }
        return members.merging(Self.place(key, workdir, timeout)) { first, _ in first }
    }

    /// What else was asked for, by the words that requests have for it.
    private var details: [String: JSONValue] {
        let named: Set<GenerationOption> = [.seed, .negativePrompt]
        let said = GenerationOption.allCases.filter { !named.contains($0) }.compactMap { option in
            request.value(of: option).map { (option.rawValue, $0) }
        }
        return Dictionary(said) { first, _ in first }
    }

    /// What work and work that is taken up again are both told.
    static func place(_ key: String, _ workdir: FolderPath, _ timeout: Duration) -> [String: JSONValue] {
        let (seconds, attoseconds) = timeout.components
        return [
            "job": .text(key), "idempotency_key": .text(key),
            "workdir": .text(String(decoding: workdir.bytes, as: UTF8.self)),
            "deadline_ms": .integer(seconds * 1000 + attoseconds / 1_000_000_000_000_000),
        ]
    }
}
