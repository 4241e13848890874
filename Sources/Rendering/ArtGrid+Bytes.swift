internal import Domain
internal import PlatformPictures
internal import TextArt

extension ArtGrid {
    /// The grid as a file of one kind; empty for kinds that are not made of art.
    func bytes(as kind: OutputKind, _ caption: ArtCaption) throws(PictureFailure) -> [UInt8] {
        switch kind {
        case .txt: PlainText.bytes(self)
        case .ansi: ANSI.bytes(self)
        case .html: HTML.bytes(self, caption: caption)
        case .artPNG: try png(caption)
        case .picture, .json: []
        }
    }

    private func png(_ caption: ArtCaption) throws(PictureFailure) -> [UInt8] {
        let raster = ArtRaster(self)
        var texts = [PNGText(key: "Software", text: "textify")]
        if !caption.label.isEmpty { texts.append(PNGText(key: "Description", text: caption.label)) }
        if let credit = caption.credit { texts.append(PNGText(key: "Author", text: credit)) }
        return try PNGEncoder.encode(
            width: raster.width, height: raster.height, style: .drawing, texts: texts
        ) { y, pixels in
            raster.fill(row: y, &pixels)
            return true
        }
    }
}
