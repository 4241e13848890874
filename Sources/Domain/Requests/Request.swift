/// What a job asks for, resolved: every default filled in, nothing left to look up. Frozen into the job.
public struct Request: Equatable, Sendable, Codable {
    public var source: RequestSource
    public var generation: GenerationOptions
    public var art: ArtOptions
    public var outputs: [OutputKind]
    public var tags: [String]

    public init(
        source: RequestSource, generation: GenerationOptions = GenerationOptions(), art: ArtOptions = ArtOptions(),
        outputs: [OutputKind] = [.txt, .html, .artPNG], tags: [String] = []
    ) {
        self.source = source
        self.generation = generation
        self.art = art
        self.outputs = outputs
        self.tags = tags
    }
}
