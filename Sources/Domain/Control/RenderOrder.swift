/// A picture to be turned into text art at once, with nothing kept.
public struct RenderOrder: Equatable, Sendable {
    public let picture: [UInt8]
    /// Options of the art as they were written, a table to lay over the defaults.
    public let art: FieldValue
    /// `txt`, `ansi`, `html` or `art.png`.
    public let output: OutputKind

    public init(picture: [UInt8], art: FieldValue, output: OutputKind) {
        self.picture = picture
        self.art = art
        self.output = output
    }
}
