internal import Domain
internal import PlatformFonts
internal import TextArt

/// The font of one conversion, and the options with what the font says of its cells.
struct LoadedFont {
    let face: Face
    let art: ArtOptions

    /// A font file is read anew each time: it may have changed. The cell's shape is the font's own, unless another one
    /// than the usual one was asked for.
    init(_ art: ArtOptions) throws(PictureFailure) {
        guard case .file(let path) = art.font else {
            (face, self.art) = (Face(art.font), art)
            return
        }
        let drawing = try LoadedFont.draw(Face.characters(of: art), path)
        var glyphs = OwnGlyphs()
        for glyph in drawing.glyphs { glyphs.add(glyph.scalar, glyph.coverage) }
        face = Face(own: glyphs, cellAspect: drawing.cellAspect)
        var shaped = art
        if art.cellAspect == ArtOptions().cellAspect { shaped.cellAspect = min(max(drawing.cellAspect, 0.2), 2) }
        self.art = shaped
    }

    private static func draw(
        _ characters: [Unicode.Scalar], _ path: String
    ) throws(PictureFailure) -> FontFile.Drawing {
        do {
            return try FontFile.draw(characters, from: path) { Face.isWide($0) }
        } catch {
            throw .font(path: path, error)
        }
    }
}
