import Domain
import PlatformPictures
import Testing

@Suite("JPEG encoder")
struct JPEGEncoderTests {
    private func gradient(_ width: Int, _ height: Int, quality: Int = 90) throws -> [UInt8] {
        try JPEGEncoder.encode(width: width, height: height, quality: quality) { y, pixels in
            for x in 0..<width {
                pixels[x] = RGBA(red: UInt8(x * 255 / width), green: UInt8(y * 255 / height), blue: 60, alpha: 0)
            }
            return true
        }
    }

    @Test("a smooth picture survives a round trip, whatever its size", arguments: [(1, 1), (17, 9), (300, 201)])
    func roundTrip(width: Int, height: Int) throws {
        let decoded = try Decoded(gradient(width, height))
        #expect(decoded.info.format == .jpeg && decoded.info.width == width && decoded.info.height == height)
        for (x, y) in [(0, 0), (width - 1, height - 1), (width / 2, height / 2)] {
            let pixel = decoded[x, y]
            #expect(abs(Int(pixel.red) - x * 255 / width) <= 12 && abs(Int(pixel.green) - y * 255 / height) <= 12)
            #expect(abs(Int(pixel.blue) - 60) <= 24 && pixel.alpha == 255)
        }
    }

    @Test("lower quality takes fewer bytes")
    func quality() throws {
        #expect(try gradient(256, 256, quality: 20).count < gradient(256, 256, quality: 95).count)
    }

    @Test("a row that returns false ends the encoding without bytes")
    func stopped() throws {
        var rows = 0
        let bytes = try JPEGEncoder.encode(width: 64, height: 64, quality: 80) { _, _ in
            rows += 1
            return rows < 20
        }
        #expect(bytes.isEmpty && rows == 20)
    }

    @Test("a side beyond the format's limit fails", arguments: [(0, 1), (65_501, 1), (1, 65_501)])
    func tooLarge(width: Int, height: Int) {
        #expect(throws: PictureFailure.self) {
            try JPEGEncoder.encode(width: width, height: height, quality: 80) { _, _ in true }
        }
    }
}
