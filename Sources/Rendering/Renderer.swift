package import Domain

/// Picture to text art.
package protocol Renderer: Sendable {
    /// Renders the outputs that are made of art, in the order asked; others are left out.
    ///
    /// The picture is decoded once for all of them. `caption` stands where a format has room for words.
    /// Strict: a damaged picture fails.
    func render(
        _ picture: PictureFile, art: ArtOptions, outputs: [OutputKind], caption: ArtCaption
    ) async throws(PictureFailure) -> [RenderedOutput]

    /// Renders one output and shows a damaged picture as far as it came.
    func show(
        _ picture: PictureFile, art: ArtOptions, output: OutputKind
    ) async throws(PictureFailure) -> ConvertedPicture
}
