/// Text art made on the spot.
package struct RenderedPicture: Equatable, Sendable {
    package let bytes: [UInt8]
    /// What is wrong with the picture, when only a part of it could be shown.
    package let damage: PictureFailure?
    /// The picture's profile of colours could not be used: it was taken for sRGB.
    package let hasBrokenProfile: Bool
    /// What may disappoint about the art; each once.
    package let warnings: [ArtWarning]

    package init(
        bytes: [UInt8], damage: PictureFailure? = nil, hasBrokenProfile: Bool = false, warnings: [ArtWarning] = []
    ) {
        self.bytes = bytes
        self.damage = damage
        self.hasBrokenProfile = hasBrokenProfile
        self.warnings = warnings
    }
}
