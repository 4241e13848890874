/// A picture format, known by its first bytes and never by a name.
package enum PictureFormat: String, Equatable, Sendable, Codable, CaseIterable {
    case png
    case jpeg
    case gif
    case webp
    case heic
    case avif
    case tiff
    case bmp
    /// Netpbm's bitmaps, grey maps and pixmaps: P1 to P6.
    case pnm

    // Known, so that they can be named, and not read.
    case tga
    case psd
    case svg
    case jpegXL = "jxl"
    case jpeg2000 = "jp2"
    case pdf
    case postScript = "eps"
    /// What a camera's sensor saw, in its maker's format.
    case raw
    case icon = "ico"
    case gimp = "xcf"
    case openEXR = "exr"
    case radiance = "hdr"
    case directDraw = "dds"
    case qoi
    case video

    /// Whether it can be decoded.
    package var isReadable: Bool { Self.readable.contains(self) }

    /// Those that can be decoded, the commonest first.
    package static let readable: [PictureFormat] = [.png, .jpeg, .webp, .gif, .heic, .avif, .tiff, .bmp, .pnm]

    /// The usual ending of a name, without its dot.
    package var ending: String {
        switch self {
        case .jpeg: "jpg"
        case .pnm: "ppm"
        case .video: "mp4"
        default: rawValue
        }
    }

    /// As people write it.
    package var name: String {
        switch self {
        case .webp: "WebP"
        case .pnm: "PPM"
        case .jpegXL: "JPEG XL"
        case .jpeg2000: "JPEG 2000"
        case .postScript: "PostScript"
        case .raw: "camera raw"
        case .icon: "icon"
        case .gimp: "GIMP"
        case .openEXR: "OpenEXR"
        case .radiance: "Radiance HDR"
        case .directDraw: "DirectDraw"
        case .video: "video"
        default: rawValue.uppercased()
        }
    }
}
