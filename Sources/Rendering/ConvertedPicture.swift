package import Domain

/// What a conversion made.
package struct ConvertedPicture: Equatable, Sendable {
    package let outputs: [RenderedOutput]
    /// The damage that a lenient conversion met; `nil` when the picture was whole.
    package let damage: PictureFailure?
    /// Its profile of colours could not be used: it was taken for sRGB.
    package var hasBrokenProfile = false
    /// What may disappoint about the art, though it was made; each once.
    package let warnings: [ArtWarning]

    package init(
        outputs: [RenderedOutput], damage: PictureFailure? = nil, hasBrokenProfile: Bool = false,
        warnings: [ArtWarning] = []
    ) {
        self.outputs = outputs
        self.damage = damage
        self.hasBrokenProfile = hasBrokenProfile
        self.warnings = warnings
    }
}
