internal import Domain
internal import PlatformPictures
internal import TextArt

extension ArtGrid {
    /// The grid as a file of one kind; empty for kinds that are not made of art.
    func bytes(as kind: OutputKind, _ caption: ArtCaption) throws(PictureFailure) -> [UInt8] {
        switch kind {
        case .txt: PlainTextWriter.bytes(of: self, caption: caption)
        case .ansi: ANSIWriter.bytes(of: self, caption: caption)
        case .html: HTMLWriter.bytes(of: self, caption: caption)
        case .artPNG: try png(caption)
        case .picture, .json: []
        }
    }

    private func png(_ caption: ArtCaption) throws(PictureFailure) -> [UInt8] {
        let raster = ArtRaster(self, caption: caption)
        var rows = raster.rows()
        var texts = [PNGText(key: "Software", text: "textify")]
        if !caption.label.isEmpty { texts.append(PNGText(key: "Description", text: caption.label)) }
        if let credit = caption.credit { texts.append(PNGText(key: "Author", text: credit)) }
        return try PNGEncoder.encode(
            width: raster.width, height: raster.height, style: .drawing, texts: texts
        ) { _, pixels in
            rows.next(into: &pixels)
        }
    }
}
