/// How a picture is generated.
public struct GenerationOptions: Equatable, Sendable, Codable {
    /// The name of a configured backend.
    public var backend: String
    public var size: PictureSize
    /// Chosen by us when the user gives none, and stored before the call.
    public var seed: UInt64?

    public init(
        backend: String = "sketch", size: PictureSize = PictureSize(width: 768, height: 512), seed: UInt64? = nil
    ) {
        self.backend = backend
        self.size = size
        self.seed = seed
    }
}
