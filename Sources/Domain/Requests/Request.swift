/// What a job asks for, resolved: every default filled in, nothing left to look up. Frozen into the job.
package struct Request: Equatable, Sendable {
    package var source: RequestSource
    package var generation: GenerationOptions
    package var art: ArtOptions
    package var outputs: [OutputKind]
    package var tags: [String]
    /// Whose turn it is while others wait too.
    package var priority: JobPriority
    /// Where each value was said, by the field's name in files, those of the art as `art.NAME`; the last one who said it,
    /// and of tags all. What is not here is built in.
    package var origins: [String: [RequestOrigin]]

    package init(
        source: RequestSource, generation: GenerationOptions = GenerationOptions(), art: ArtOptions = ArtOptions(),
        outputs: [OutputKind] = [.txt, .html, .artPNG], tags: [String] = [], priority: JobPriority = .normal,
        origins: [String: [RequestOrigin]] = [:]
    ) {
        self.source = source
        self.generation = generation
        self.art = art
        self.outputs = outputs
        self.tags = tags
        self.priority = priority
        self.origins = origins
    }
}

extension Request: Codable {
    private enum Key: String, CodingKey {
        case source
        case generation
        case art
        case outputs
        case tags
        case priority
        case origins
    }

    /// What a version before did not know has its default.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            source: try values.decode(RequestSource.self, forKey: .source),
            generation: try values.decode(GenerationOptions.self, forKey: .generation),
            art: try values.decode(ArtOptions.self, forKey: .art),
            outputs: try values.decode([OutputKind].self, forKey: .outputs),
            tags: try values.decode([String].self, forKey: .tags),
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
        if priority != .normal { try values.encode(priority, forKey: .priority) }
        if !origins.isEmpty { try values.encode(origins, forKey: .origins) }
    }
}
