/// The text under the keyword `parameters` of a PNG: the prompt and settings of a generated picture, as
/// `GenerationParameters` writes them. AUTOMATIC1111's web UI put them there first, and many tools read them.
package enum PNGParameters {
    package static let keyword = "parameters"

    /// The maximum length of a text that is read, in bytes.
    private static let longest = 256 << 10

    /// Returns the text; `nil` if there is none, or if it is compressed.
    package static func text(in png: [UInt8]) -> String? {
        for chunk in PNGChunks(of: png) where chunk.data.count <= longest && isText(chunk, png) {
            if let text = text(of: chunk, png) { return text }
        }
        return nil
    }

    /// Returns the PNG with the text in a chunk directly after the header; all other bytes are the same. `nil` if the
    /// picture has parameters of its own, or is no whole PNG. The text must not contain NUL.
    package static func inserted(_ text: String, into png: [UInt8]) -> [UInt8]? {
        let chunks = Array(PNGChunks(of: png))
        guard let header = chunks.first, header.type == "IHDR", chunks.last?.type == "IEND",
            !chunks.contains(where: { isText($0, png) })
        else { return nil }
        let place = header.whole.upperBound
        return Array(png[..<place]) + chunk(text) + png[place...]
    }

    /// Returns the PNG without the parameters directly after its header; `nil` if there are none. The result of
    /// `inserted` becomes the original again, byte for byte.
    package static func removed(from png: [UInt8]) -> [UInt8]? {
        var chunks = PNGChunks(of: png)
        guard chunks.next()?.type == "IHDR", let text = chunks.next(), isText(text, png) else { return nil }
        return Array(png[..<text.whole.lowerBound]) + png[text.whole.upperBound...]
    }

    /// Whether it is a text chunk with the keyword, compressed or not.
    private static func isText(_ chunk: PNGChunks.Chunk, _ png: [UInt8]) -> Bool {
        ["tEXt", "zTXt", "iTXt"].contains(chunk.type) && png[chunk.data].starts(with: Array(keyword.utf8) + [0])
    }

    private static func text(of chunk: PNGChunks.Chunk, _ png: [UInt8]) -> String? {
        let rest = png[chunk.data].dropFirst(keyword.utf8.count + 1)
        switch chunk.type {
        case "tEXt":
            // Latin-1 according to the standard, but stable-diffusion.cpp writes UTF-8.
            return String(validating: rest, as: UTF8.self)
                ?? String(String.UnicodeScalarView(rest.map { Unicode.Scalar($0) }))
        case "iTXt":
            // Compression flag and method, then language and translated keyword, each terminated by a zero.
            guard rest.first == 0 else { return nil }
            let parts = rest.dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            return parts.count == 3 ? String(validating: parts[2], as: UTF8.self) : nil
        default: return nil
        }
    }

    /// A text chunk: `tEXt` for ASCII, otherwise an uncompressed `iTXt` without language and translated keyword.
    private static func chunk(_ text: String) -> [UInt8] {
        let isASCII = text.utf8.allSatisfy { $0 < 128 }
        let data = Array(keyword.utf8) + (isASCII ? [0] : [0, 0, 0, 0, 0]) + Array(text.utf8)
        let body = Array((isASCII ? "tEXt" : "iTXt").utf8) + data
        return bigEndian(UInt32(data.count)) + body + bigEndian(checksum(body))
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// CRC-32 (ISO 3309), computed bit by bit: texts are short.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
    }
}
