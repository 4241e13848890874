import Domain
import Testing

@Suite("Truncated pictures")
struct PictureEndTests {
    private func lacks(_ format: PictureFormat, _ head: [UInt8] = [], tail: [UInt8], size: Int64 = 1_000) -> Bool {
        format.isTruncated(head: head, tail: tail, size: size)
    }

    private static let pngEnd: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]

    @Test("A PNG ends with its last chunk and a JPEG with its end marker; trailing bytes are ignored")
    func marks() {
        for more in [[], [1, 2, 3]] as [[UInt8]] {
            #expect(!lacks(.png, tail: Self.pngEnd + more))
            #expect(!lacks(.jpeg, tail: [9, 0xFF, 0xD9] + more))
        }
        #expect(lacks(.png, tail: Self.pngEnd.dropLast() + [0]))
        #expect(lacks(.png, tail: []) && lacks(.jpeg, tail: [0xFF]))
        #expect(lacks(.jpeg, tail: [0xFF, 0x00, 0xD9]))
    }

    @Test("A GIF's trailer may be padded with zeros")
    func gif() {
        #expect(!lacks(.gif, tail: [0, 0x3B]) && !lacks(.gif, tail: [0x3B, 0, 0]))
        #expect(lacks(.gif, tail: [0x3B, 7]) && lacks(.gif, tail: [0, 0]))
    }

    @Test("A WebP's header states its length")
    func webp() {
        let head = Array("RIFF".utf8) + [0xE0, 0x03, 0, 0] + Array("WEBP".utf8)
        #expect(!lacks(.webp, head, tail: [], size: 1_000) && !lacks(.webp, head, tail: [], size: 1_001))
        #expect(lacks(.webp, head, tail: [], size: 999))
    }

    @Test("Other formats are never reported as truncated")
    func others() {
        for format in PictureFormat.allCases where ![.png, .jpeg, .gif, .webp].contains(format) {
            #expect(!lacks(format, tail: []))
        }
    }
}
