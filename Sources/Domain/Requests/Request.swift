/// The work that a job requests, resolved: every default is filled in and nothing is left to look up. Stored with the
/// job and never changed by later configurations.
package struct Request: Equatable, Sendable {
    package var source: RequestSource
    package var generation: GenerationOptions
    package var art: ArtOptions
    package var outputs: [OutputKind]
    /// The name of the outputs.
    package var name: NameTemplate
    package var tags: [String]
    /// Whether PNG outputs contain the prompt and the settings, and the art the prompt.
    package var isEmbedding: Bool
    /// The job's rank among jobs that wait for the same resource.
    package var priority: JobPriority
    /// The sources of each value, by the field's name in files; art fields are `art.NAME`. Each field has the last
    /// source that set it, `tags` every source that added some. A field that is missing here has its built-in value.
    package var origins: [String: [RequestOrigin]]

    package init(
        source: RequestSource, generation: GenerationOptions = GenerationOptions(), art: ArtOptions = ArtOptions(),
        outputs: [OutputKind] = [.txt, .html, .artPNG], name: NameTemplate = .stem, tags: [String] = [],
        isEmbedding: Bool = true, priority: JobPriority = .normal,
        origins: [String: [RequestOrigin]] = [:]
    ) {
        self.source = source
        self.generation = generation
        self.art = art
        self.outputs = outputs
        self.name = name
        self.tags = tags
        self.isEmbedding = isEmbedding
        self.priority = priority
        self.origins = origins
    }
}

extension Request {
    /// The prompt; `nil` where the request has none, or none yet.
    package var prompt: String? {
        get {
            switch source {
            case .prompt(let words), .edit(let words, _): words.isEmpty ? nil : words
            case .picture: nil
            }
        }
        set {
            guard case .edit(_, let pictures) = source else { return source = .prompt(newValue ?? "") }
            source = .edit(newValue ?? "", pictures)
        }
    }

    /// The number of pictures that the request asks for: its samples, or the dropped picture alone.
    package var pictures: Int { source.task == nil ? 1 : max(1, generation.samples) }

    /// Returns the request for one sample alone, counted from 1. A given seed is increased by one for each sample, so
    /// that the samples differ but can be repeated.
    package func sample(_ number: Int) -> Request {
        var request = self
        request.generation = generation.sample(number)
        request.origins["samples"] = nil
        return request
    }

    /// The built-in defaults: a request with an empty prompt, over which defaults and folders are laid.
    package static var builtIn: Request { Request(source: .prompt("")) }
}

extension Request: Codable {
    private enum Key: String, CodingKey {
        case source
        case generation
        case art
        case outputs
        case name
        case tags
        case isEmbedding
        case priority
        case origins
    }

    /// Decodes a stored request. Keys that an older version did not write get their defaults.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            source: try values.decode(RequestSource.self, forKey: .source),
            generation: try values.decode(GenerationOptions.self, forKey: .generation),
            art: try values.decode(ArtOptions.self, forKey: .art),
            outputs: try values.decode([OutputKind].self, forKey: .outputs),
            name: try values.decodeIfPresent(NameTemplate.self, forKey: .name) ?? .stem,
            tags: try values.decode([String].self, forKey: .tags),
            isEmbedding: try values.decodeIfPresent(Bool.self, forKey: .isEmbedding) ?? true,
            priority: try values.decodeIfPresent(JobPriority.self, forKey: .priority) ?? .normal,
            origins: try values.decodeIfPresent([String: [RequestOrigin]].self, forKey: .origins) ?? [:])
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(source, forKey: .source)
        try values.encode(generation, forKey: .generation)
        try values.encode(art, forKey: .art)
        try values.encode(outputs, forKey: .outputs)
        try values.encode(tags, forKey: .tags)
        if name != .stem { try values.encode(name, forKey: .name) }
        if !isEmbedding { try values.encode(isEmbedding, forKey: .isEmbedding) }
        if priority != .normal { try values.encode(priority, forKey: .priority) }
        if !origins.isEmpty { try values.encode(origins, forKey: .origins) }
    }
}

/// The origin of a job's picture.
package enum RequestSource: Equatable, Sendable, Codable {
    /// Generated from a prompt.
    case prompt(String)
    /// A dropped picture, stored as a blob.
    case picture(Digest, PictureFormat)
    /// Generated from a prompt and input pictures that are stored as blobs. An empty prompt asks for upscaling.
    case edit(String, InputPictures)

    /// An edit of one picture without references.
    package static func edit(_ prompt: String, _ digest: Digest, _ format: PictureFormat) -> Self {
        .edit(prompt, InputPictures(StoredPicture(digest: digest, format: format)))
    }
}

/// The input pictures of a request, in the order in which they were given: at least one, and at most
/// `InputPictures.most`.
package struct InputPictures: Hashable, Sendable {
    /// The largest number that any backend takes.
    package static let most = 16

    /// The picture that is edited. Mask, strength and the shape of the result refer to it.
    package let first: StoredPicture
    /// Further pictures that the prompt may refer to.
    package let references: [StoredPicture]

    package var all: [StoredPicture] { [first] + references }
    package var count: Int { 1 + references.count }

    package init(_ picture: StoredPicture) {
        first = picture
        references = []
    }

    /// `nil` for no picture, and for more than `most`.
    package init?(_ pictures: [StoredPicture]) {
        guard let first = pictures.first, pictures.count <= Self.most else { return nil }
        self.first = first
        references = Array(pictures.dropFirst())
    }
}

extension InputPictures: Codable {
    /// Decodes a list of pictures.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let pictures = try container.decode([StoredPicture].self)
        guard let read = Self(pictures) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\(pictures.count) input pictures instead of 1 to \(Self.most)")
        }
        self = read
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(all)
    }
}

extension RequestSource {
    /// The task for a backend; `nil` for a dropped picture, which needs none.
    package var task: GenerationTask? {
        switch self {
        case .prompt: .textToImage
        case .picture: nil
        case .edit(let words, _): words.isEmpty ? .upscaling : .imageToImage
        }
    }

    /// The pictures that a backend gets with the prompt, the edited one first; empty without any.
    package var inputs: [StoredPicture] {
        if case .edit(_, let pictures) = self { pictures.all } else { [] }
    }

    /// The pictures that came with the request; empty for a prompt.
    package var given: [StoredPicture] {
        if case .picture(let digest, let format) = self { return [StoredPicture(digest: digest, format: format)] }
        return inputs
    }
}

/// A place where a value of a request was set. Values set nowhere are built in.
package enum RequestOrigin: String, Equatable, Sendable, Codable, CaseIterable {
    /// `[defaults]` of the configuration.
    case defaults
    /// The backend's table.
    case backend
    /// The watch folder's table.
    case watch
    /// The file `.textify.toml` in the watch folder or one of its subfolders.
    case folderFile = "folder_file"
    /// The names of the subfolders that contain the file.
    case subfolders
    case frontMatter = "front_matter"
    /// The TOML file beside a picture.
    case sidecar
    /// The dropped request itself, or a line of a batch.
    case request
    /// The submission through the control socket.
    case submission
}

extension Request {
    /// Records `origin` for each field that `fields` sets, replacing earlier origins; for tags, which accumulate, it is
    /// added.
    package mutating func note(_ fields: FieldValue, from origin: RequestOrigin) {
        for entry in fields.entries ?? [] {
            if entry.name == "art", let art = entry.value.entries {
                for option in art { note("art." + option.name, from: origin) }
            } else {
                note(entry.name, from: origin)
            }
        }
    }

    /// Records `origin` for one field, named as in files: `size` or `art.columns`.
    package mutating func note(_ key: String, from origin: RequestOrigin) {
        guard key == "tags" else { return origins[key] = [origin] }
        if origins[key]?.contains(origin) != true { origins[key, default: []].append(origin) }
    }
}

extension Request {
    /// Adds the names of a file's subfolders as tags. Those beyond the largest number of tags are omitted
    /// without an error: nobody typed them as tags.
    package mutating func add(subfolders names: [String]) {
        for name in names where !tags.contains(name) {
            guard tags.count < TagLimits.most else { break }
            tags.append(name)
            note("tags", from: .subfolders)
        }
    }
}

/// The rank of a job among jobs that wait for the same resource.
package enum JobPriority: String, Equatable, Sendable, Codable, CaseIterable {
    case high
    case normal
    case low
}

extension JobPriority: Comparable {
    /// Orders the most urgent first, so that a sorted list is in processing order.
    package static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }

    /// The most urgent is 0.
    package var rank: Int {
        switch self {
        case .high: 0
        case .normal: 1
        case .low: 2
        }
    }
}

/// Checks that apply to every prompt, wherever it comes from.
package enum PromptText {
    /// Trims white space at both ends. `limit` counts characters (grapheme clusters). Throws `.empty` or `.tooLong`.
    package static func checked(_ text: String, limit: Int) throws(PromptFailure) -> String {
        let prompt = trimmed(text)
        guard !prompt.isEmpty else { throw .empty }
        guard prompt.count <= limit else { throw .tooLong(characters: prompt.count, limit: limit) }
        return prompt
    }

    /// Throws `.pictureList` if the lines name pictures instead of describing one: every line that is not blank ends
    /// with a picture's extension, and a single one has no spaces. `first` is the number of the first line.
    package static func checkNoPictures(
        _ lines: some Sequence<Substring>, first: Int = 1
    ) throws(PromptFailure) {
        let written = zip(first..., lines).map { (number: $0, text: trimmed($1)) }.filter { !$0.text.isEmpty }
        guard let opening = written.first, written.allSatisfy({ namesPicture($0.text) }) else { return }
        if written.count == 1, opening.text.contains(where: \.isWhitespace) { return }
        throw .pictureList(line: opening.number)
    }

    private static func namesPicture(_ line: String) -> Bool {
        let bare = line.drop { "\"'".contains($0) }.reversed().drop { "\"',;".contains($0) }.reversed()
        return PictureFormat.isReadable(ending: FileName(String(bare)).ending)
    }

    package static func trimmed(_ text: some StringProtocol) -> String {
        let start = text.drop { $0.isWhitespace }
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}
