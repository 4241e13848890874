/// Text art made on the spot.
public struct RenderedPicture: Equatable, Sendable {
    public let bytes: [UInt8]
    /// What is wrong with the picture, when only a part of it could be shown.
    public let damage: PictureFailure?

    public init(bytes: [UInt8], damage: PictureFailure? = nil) {
        self.bytes = bytes
        self.damage = damage
    }
}
