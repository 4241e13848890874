/// Text art made on the spot.
public struct RenderedPicture: Equatable, Sendable {
    public let bytes: [UInt8]
    /// What is wrong with the picture, when only a part of it could be shown.
    public let damage: PictureFailure?
    /// The picture's profile of colours could not be used: it was taken for sRGB.
    public let hasBrokenProfile: Bool
    /// What may disappoint about the art; each once.
    public let warnings: [ArtWarning]

    public init(
        bytes: [UInt8], damage: PictureFailure? = nil, hasBrokenProfile: Bool = false, warnings: [ArtWarning] = []
    ) {
        self.bytes = bytes
        self.damage = damage
        self.hasBrokenProfile = hasBrokenProfile
        self.warnings = warnings
    }
}
