/// A picture to be turned into text art at once, with nothing kept.
package struct RenderOrder: Equatable, Sendable {
    package let picture: [UInt8]
    /// Options of the art as they were written, a table to lay over the defaults.
    package let art: FieldValue
    /// `txt`, `ansi`, `html` or `art.png`.
    package let output: OutputKind

    package init(picture: [UInt8], art: FieldValue, output: OutputKind) {
        self.picture = picture
        self.art = art
        self.output = output
    }
}
