/// A picture format, detected by the first bytes and never by a name.
package enum PictureFormat: String, Equatable, Sendable, Codable, CaseIterable {
    case png
    case jpeg
    case gif
    case webp
    case heic
    case avif
    case tiff
    case bmp
    /// Netpbm's bitmaps, greymaps and pixmaps: P1 to P6.
    case pnm

    // The following formats are recognised, so that messages can name them, but can't be read.
    case tga
    case psd
    case svg
    case jpegXL = "jxl"
    case jpeg2000 = "jp2"
    case pdf
    case postScript = "eps"
    /// A camera's raw sensor data, in the manufacturer's format.
    case raw
    case icon = "ico"
    case gimp = "xcf"
    case openEXR = "exr"
    case radiance = "hdr"
    case directDraw = "dds"
    case qoi
    case video

    /// Whether the format can be decoded.
    package var isReadable: Bool { Self.readable.contains(self) }

    /// The formats that can be decoded, the most common first.
    package static let readable: [PictureFormat] = [.png, .jpeg, .webp, .gif, .heic, .avif, .tiff, .bmp, .pnm]

    /// The usual extension, without its dot.
    package var ending: String {
        switch self {
        case .jpeg: "jpg"
        case .pnm: "ppm"
        case .video: "mp4"
        default: rawValue
        }
    }

    /// Whether files with this extension are pictures that can be read. The extension is in lower case, without its
    /// dot.
    package static func isReadable(ending: String) -> Bool {
        switch ending {
        case "png", "jpg", "jpeg", "jpe", "jfif", "gif", "webp", "heic", "heif", "hif", "avif", "tif", "tiff", "bmp",
            "dib", "ppm", "pgm", "pbm", "pnm":
            true
        default: false
        }
    }

    /// The name for people.
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

extension PictureFormat {
    /// The number of leading bytes that detection examines.
    package static let headBytes = 1024

    /// Detects the format from the first bytes of a file. 64 bytes suffice for readable formats; SVG is searched for in
    /// all of `headBytes`. `nil` if no known format matches.
    package init?(magic head: some Collection<UInt8>) {
        let bytes = Array(head.prefix(Self.headBytes))
        let found =
            Self.signed(bytes) ?? Self.boxed(bytes) ?? Self.bitmap(bytes) ?? Self.netpbm(bytes) ?? Self.vector(bytes)
            ?? Self.targa(bytes)
        guard let found else { return nil }
        self = found
    }

    private struct Signature {
        let bytes: [UInt8]
        var offset = 0
        let format: PictureFormat

        init(_ bytes: [UInt8], at offset: Int = 0, _ format: PictureFormat) {
            self.bytes = bytes
            self.offset = offset
            self.format = format
        }

        init(_ text: String, at offset: Int = 0, _ format: PictureFormat) {
            self.init(Array(text.utf8), at: offset, format)
        }
    }

    private static let signatures: [Signature] = [
        Signature([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png), Signature([0xFF, 0xD8, 0xFF], .jpeg),
        Signature("GIF8", .gif), Signature("WEBP", at: 8, .webp),
        // Canon raw files start like TIFF, so this signature comes first.
        Signature("CR\u{2}", at: 8, .raw), Signature("IIU\0", .raw), Signature("IIRO", .raw), Signature("IIRS", .raw),
        Signature("MMOR", .raw), Signature("FUJIFILMCCD-RAW", .raw),
        Signature("II*\0", .tiff), Signature("MM\0*", .tiff), Signature("II+\0", .tiff), Signature("MM\0+", .tiff),
        Signature("8BPS", .psd), Signature("%PDF-", .pdf), Signature("%!PS", .postScript),
        Signature([0xC5, 0xD0, 0xD3, 0xC6], .postScript), Signature([0xFF, 0x0A], .jpegXL),
        Signature("\0\0\0\u{C}JXL ", .jpegXL), Signature("\0\0\0\u{C}jP  ", .jpeg2000),
        Signature([0xFF, 0x4F, 0xFF, 0x51], .jpeg2000), Signature("gimp xcf", .gimp),
        Signature([0x76, 0x2F, 0x31, 0x01], .openEXR), Signature("#?RADIANCE", .radiance),
        Signature("#?RGBE", .radiance), Signature("DDS ", .directDraw), Signature("qoif", .qoi),
    ]

    private static func signed(_ bytes: [UInt8]) -> PictureFormat? {
        let signature = signatures.first { bytes.dropFirst($0.offset).starts(with: $0.bytes) }
        switch signature?.format {
        case .webp where !bytes.starts(with: Array("RIFF".utf8)): return nil
        case .raw where signature?.offset == 8 && !bytes.starts(with: Array("II*\0".utf8)): return nil
        default: return signature?.format
        }
    }

    /// Recognises the `ftyp` box of ISO base media files: HEIC, AVIF, and all kinds of video.
    private static func boxed(_ bytes: [UInt8]) -> PictureFormat? {
        guard bytes.count >= 12, bytes[4...].starts(with: Array("ftyp".utf8)) else { return nil }
        let size = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
        let end = min(size, bytes.count, 256)
        let brands = stride(from: 8, to: max(end - 3, 9), by: 4).map {
            String(decoding: bytes[$0..<$0 + 4], as: UTF8.self)
        }
        switch brands[0] {
        case "avif", "avis": return .avif
        case "crx ": return .raw
        case "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs": return .heic
        case "mif1", "msf1": return brands.contains { $0 == "avif" || $0 == "avis" } ? .avif : .heic
        default: return .video
        }
    }

    /// Recognises BMP and icons. Two letters are too short for a signature, so BMP headers are checked for plausible
    /// fields; icons have a signature of four bytes.
    private static func bitmap(_ bytes: [UInt8]) -> PictureFormat? {
        guard bytes.count >= 18 else { return nil }
        if bytes.starts(with: [0x42, 0x4D]) {
            let sizes: Set<UInt8> = [12, 16, 40, 52, 56, 64, 108, 124]
            return sizes.contains(bytes[14]) && bytes[15..<18].allSatisfy { $0 == 0 } ? .bmp : nil
        }
        let isIcon = bytes[0] == 0 && bytes[1] == 0 && (1...2).contains(bytes[2]) && bytes[3] == 0
        return isIcon && bytes[4] > 0 && bytes[5] == 0 ? .icon : nil
    }

    /// Recognises `P` and a digit, then white space or a comment, then a number.
    private static func netpbm(_ bytes: [UInt8]) -> PictureFormat? {
        guard bytes.count >= 7, bytes[0] == UInt8(ascii: "P"),
            (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(bytes[1])
        else { return nil }
        let rest = bytes.dropFirst(2)
        guard let first = rest.first, isBlank(first) || first == UInt8(ascii: "#") else { return nil }
        let next = rest.drop(while: isBlank).first
        return next.map { $0 == UInt8(ascii: "#") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } == true
            ? .pnm : nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    private static func vector(_ bytes: [UInt8]) -> PictureFormat? {
        let opening = (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]).drop(while: isBlank)
        guard opening.first == UInt8(ascii: "<") else { return nil }
        let tag = Array("<svg".utf8)
        return opening.indices.contains { opening[$0...].starts(with: tag) } ? .svg : nil
    }

    /// Recognises TGA, which has no signature at its start, by a header in which every field is valid.
    private static func targa(_ bytes: [UInt8]) -> PictureFormat? {
        guard bytes.count >= 18, bytes[1] <= 1, [1, 2, 3, 9, 10, 11].contains(bytes[2]) else { return nil }
        let hasMap = bytes[1] == 1
        let width = Int(bytes[12]) | Int(bytes[13]) << 8
        let height = Int(bytes[14]) | Int(bytes[15]) << 8
        guard width > 0, height > 0, [8, 15, 16, 24, 32].contains(bytes[16]), bytes[17] & 0xC0 == 0 else { return nil }
        return hasMap || bytes[3..<8].allSatisfy { $0 == 0 } ? .tga : nil
    }
}

extension PictureFormat {
    /// Returns whether a file of this format certainly lacks its end, because it is still being written or was
    /// truncated. `head` and `tail` are its first and last bytes, `size` its length in bytes. The end is not found if
    /// more data follows it than `tail` covers.
    package func isTruncated(head: [UInt8], tail: [UInt8], size: Int64) -> Bool {
        switch self {
        // The type and the checksum of the `IEND` chunk.
        case .png: !tail.holds([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
        // The end-of-image marker. Phones append videos after it.
        case .jpeg: !tail.holds([0xFF, 0xD9])
        // The trailer. Some programs pad the last block with zeros after it.
        case .gif: tail.last { $0 != 0 } != 0x3B
        // The container's header has its length.
        case .webp: head.count >= 8 && size < 8 + head[4..<8].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
        default: false
        }
    }
}

extension [UInt8] {
    fileprivate func holds(_ mark: [UInt8]) -> Bool {
        guard let first = mark.first, count >= mark.count else { return false }
        return (0...(count - mark.count)).contains { start in
            self[start] == first && self[start..<(start + mark.count)].elementsEqual(mark)
        }
    }
}
