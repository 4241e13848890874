import Domain
import Testing

@Suite("Picture formats")
struct PictureFormatTests {
    /// The first bytes, one per character.
    static let readable: [(String, PictureFormat)] = [
        ("\u{89}PNG\r\n\u{1A}\n", .png), ("\u{FF}\u{D8}\u{FF}\u{E0}", .jpeg), ("GIF89a", .gif),
        ("RIFFxxxxWEBP", .webp), ("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic", .heic),
        ("\0\0\0\u{18}ftypmif1\0\0\0\0mif1avif", .avif), ("\0\0\0\u{14}ftypmif1\0\0\0\0miafavif", .heic),
        ("\0\0\0\u{18}ftypavif\0\0\0\0mif1avif", .avif), ("II*\0\u{8}\0\0\0", .tiff), ("MM\0*\0\0\0\u{8}", .tiff),
        ("MM\0+\0\u{8}\0\0", .tiff), ("BM\0\0\0\0\0\0\0\0\0\0\0\0\u{28}\0\0\0", .bmp), ("P6\n2 2\n255\n", .pnm),
        ("P5 # a comment\n2 2 255\n", .pnm),
    ]

    static let foreign: [(String, PictureFormat)] = [
        ("8BPS\0\u{1}", .psd), ("\u{EF}\u{BB}\u{BF} <svg xmlns=''/>", .svg),
        ("<?xml version='1.0'?>\n<!-- a -->\n<svg>", .svg), ("%PDF-1.7", .pdf), ("%!PS-Adobe", .postScript),
        ("\u{FF}\n\0", .jpegXL), ("\0\0\0\u{C}jP  \r\n", .jpeg2000), ("II*\0\u{10}\0\0\0CR\u{2}\0", .raw),
        ("\0\0\0\u{18}ftypcrx \0\0", .raw), ("\0\0\0\u{18}ftypisom\0\0", .video),
        ("\0\0\u{1}\0\u{2}\0\0\0\0\0\0\0\0\0\0\0\0\0\0", .icon),
        ("\0\0\u{2}\0\0\0\0\0\0\0\0\0\u{9}\0\u{9}\0\u{18}\0", .tga), ("gimp xcf file", .gimp), ("qoif", .qoi),
        ("#?RADIANCE\n", .radiance), ("v/1\u{1}", .openEXR), ("DDS |", .directDraw),
    ]

    @Test("A format is recognised by its first bytes alone", arguments: readable + foreign)
    func known(head: String, format: PictureFormat) {
        #expect(PictureFormat(magic: head.unicodeScalars.map { UInt8($0.value) }) == format)
    }

    @Test("Readable and unreadable formats together are all formats")
    func parts() {
        #expect(Self.readable.allSatisfy { $0.1.isReadable } && !Self.foreign.contains { $0.1.isReadable })
        #expect(Set(Self.readable.map(\.1) + Self.foreign.map(\.1)) == Set(PictureFormat.allCases))
    }

    @Test(
        "Text that merely begins like a picture is not recognised",
        arguments: ["RIFFxxxxWAVE", "BMW in the rain, at night", "P5 jets over the sea", "<html>", "I", ""])
    func texts(text: String) {
        #expect(PictureFormat(magic: Array(text.utf8)) == nil)
    }

    @Test("Each format has a unique name and extension")
    func names() {
        #expect(Set(PictureFormat.allCases.map(\.name)).count == PictureFormat.allCases.count)
        #expect(Set(PictureFormat.allCases.map(\.ending)).count == PictureFormat.allCases.count)
    }
}
