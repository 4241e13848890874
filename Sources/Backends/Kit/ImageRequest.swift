public import Domain

/// What a backend is asked for.
public struct ImageRequest: Equatable, Sendable {
    public let prompt: String
    public let size: PictureSize
    public let seed: UInt64

    public init(prompt: String, size: PictureSize, seed: UInt64) {
        self.prompt = prompt
        self.size = size
        self.seed = seed
    }
}
