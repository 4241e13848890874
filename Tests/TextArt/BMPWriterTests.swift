import Domain
import Testing

@testable import TextArt

@Suite("Bitmaps")
struct BMPWriterTests {
    /// A bitmap as a display's firmware reads it: the header's values, and each pixel's colour from the top left.
    private struct Bitmap {
        let bytes: [UInt8]

        func number(_ place: Int, _ count: Int = 4) -> Int {
            (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
        }

        var width: Int { number(18) }
        var height: Int { number(22) }
        var bits: Int { number(28, 2) }
        var start: Int { number(10) }

        func pixel(_ x: Int, _ y: Int) -> RGB {
            let stride = (width * bits + 31) / 32 * 4
            let row = start + (height - 1 - y) * stride
            guard bits < 24 else {
                let place = row + x * 3
                return RGB(red: bytes[place + 2], green: bytes[place + 1], blue: bytes[place])
            }
            let bit = x * bits
            let index = Int(bytes[row + bit / 8]) >> (8 - bits - bit % 8) & ((1 << bits) - 1)
            let entry = 54 + index * 4
            return RGB(red: bytes[entry + 2], green: bytes[entry + 1], blue: bytes[entry])
        }
    }

    @Test(
        "a page is read back pixel by pixel, with rows padded to whole words",
        arguments: PixelDepth.allCases, [PictureSize(width: 61, height: 40), PictureSize(width: 64, height: 33)])
    func pages(depth: PixelDepth, size: PictureSize) {
        let art = Picture.random(64, 32, seed: 3).art(ArtOptions(columns: 7, charset: .ascii, invert: true))
        let page = ArtPage(art, size: size, writing: WritingOptions(depth: depth))
        let bitmap = Bitmap(
            bytes: BMPWriter.bytes(width: page.width, height: page.height, depth: depth, row: page.fill))
        #expect(bitmap.bytes.prefix(2) == [66, 77] && bitmap.number(2) == bitmap.bytes.count)
        #expect(bitmap.width == size.width && bitmap.height == size.height && bitmap.number(26, 2) == 1)
        #expect(bitmap.bits == [PixelDepth.one: 1, .two: 4, .four: 4, .full: 24][depth])
        #expect(bitmap.number(46) == depth.bits.map { 1 << $0 } ?? 0)
        for y in 0..<size.height {
            var row = [RGBA](repeating: .white, count: size.width)
            var span = row.mutableSpan
            #expect(page.fill(y, &span))
            let expected = row.map { RGB(red: $0.red, green: $0.green, blue: $0.blue) }
            #expect((0..<size.width).map { bitmap.pixel($0, y) } == expected)
        }
    }

    @Test("colours are unchanged")
    func colors() {
        let cells = [ArtCell(" ", background: RGB(red: 1, green: 2, blue: 3)), ArtCell(" ", background: .white)]
        let page = ArtPage(
            ArtGrid(columns: 2, rows: 1, cells: cells), size: PictureSize(width: 16, height: 16),
            writing: WritingOptions())
        let bitmap = Bitmap(
            bytes: BMPWriter.bytes(width: page.width, height: page.height, depth: .full, row: page.fill))
        #expect(bitmap.pixel(0, 0) == RGB(red: 1, green: 2, blue: 3) && bitmap.pixel(15, 15) == .white)
    }
}
