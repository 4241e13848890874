import Domain
import PlatformPictures
import Testing

@Suite("PNG with few greys")
struct GreyTests {
    @Test("every grey of a depth survives a round trip, at any width", arguments: [1, 2, 4], [1, 7, 8, 33])
    func greys(bits: Int, width: Int) throws {
        let most = (1 << bits) - 1
        func grey(_ x: Int, _ y: Int) -> UInt8 { UInt8((x + y) % (most + 1) * 255 / most) }
        let png = try PNGEncoder.encode(width: width, height: 5, greyBits: bits) { y, pixels in
            for x in 0..<width { pixels[x] = RGBA(red: grey(x, y), green: 7, blue: 9) }
            return true
        }
        // The header's depth in bits and colour type, 0 for grey.
        #expect(Array(png[24..<26]) == [UInt8(bits), 0])
        var rows: [[UInt8]] = []
        _ = try PictureDecoder.decode(.bytes(png), limits: PictureLimits(), damage: .refuse) { _ in
            true
        } row: { row in
            rows.append((0..<row.count).map { row[$0].green })
            return true
        }
        #expect(rows == (0..<5).map { y in (0..<width).map { grey($0, y) } })
    }
}
