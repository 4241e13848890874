public import Domain

/// What a conversion made.
public struct ConvertedPicture: Equatable, Sendable {
    public let outputs: [RenderedOutput]
    /// The damage that a lenient conversion met; `nil` when the picture was whole.
    public let damage: PictureFailure?
    /// Its profile of colours could not be used: it was taken for sRGB.
    public var hasBrokenProfile = false
    /// What may disappoint about the art, though it was made; each once.
    public let warnings: [ArtWarning]

    public init(
        outputs: [RenderedOutput], damage: PictureFailure? = nil, hasBrokenProfile: Bool = false,
        warnings: [ArtWarning] = []
    ) {
        self.outputs = outputs
        self.damage = damage
        self.hasBrokenProfile = hasBrokenProfile
        self.warnings = warnings
    }
}
