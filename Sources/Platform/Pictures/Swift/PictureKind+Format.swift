internal import CPictures
internal import Domain

extension PictureKind {
    /// The decoder that reads the format; `.none` for those that are only known by name.
    init(_ format: PictureFormat?) {
        self =
            switch format {
            case .png: .PNG
            case .jpeg: .JPEG
            case .gif: .GIF
            case .webp: .webP
            case .heic, .avif: .HEIF
            case .tiff: .TIFF
            case .bmp: .BMP
            case .pnm: .PNM
            default: .none
            }
    }
}
