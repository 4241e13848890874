public import Domain

/// What a backend is asked for.
public struct ImageRequest: Equatable, Sendable {
    public var prompt: String
    public var size: PictureSize
    public var seed: UInt64
    /// What the backend's own settings say where it is `nil`.
    public var details: GenerationDetails
    /// What it is made from, beside the words.
    public var picture: InputPicture?

    public init(
        prompt: String, size: PictureSize, seed: UInt64, details: GenerationDetails = GenerationDetails(),
        picture: InputPicture? = nil
    ) {
        self.prompt = prompt
        self.size = size
        self.seed = seed
        self.details = details
        self.picture = picture
    }
}
