package import Domain

/// What a backend is asked for.
package struct ImageRequest: Equatable, Sendable {
    package var prompt: String
    package var size: PictureSize
    package var seed: UInt64
    /// What the backend's own settings say where it is `nil`.
    package var details: GenerationDetails
    /// What it is made from, beside the words.
    package var picture: InputPicture?

    package init(
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
