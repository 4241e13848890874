/// The chunks of a PNG in memory, up to its end or to the first one that is cut off (PNG, third edition, 5.3).
package struct PNGChunks: Sequence, IteratorProtocol {
    package struct Chunk: Equatable, Sendable {
        /// Four letters, such as `IHDR`.
        package let type: String
        /// The bytes of the file that are the chunk's data.
        package let data: Range<Int>

        /// All its bytes: length, type, data and checksum.
        package var whole: Range<Int> { data.lowerBound - 8..<data.upperBound + 4 }
    }

    private let png: [UInt8]
    private var position: Int

    /// Empty for bytes that are no PNG.
    package init(of png: [UInt8]) {
        self.png = png
        // The signature has eight bytes.
        position = PictureFormat(magic: png) == .png ? 8 : png.count
    }

    package mutating func next() -> Chunk? {
        guard position + 12 <= png.count else { return nil }
        let length = png[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
        let data = position + 8
        guard length <= png.count - data - 4 else { return nil }
        let chunk = Chunk(
            type: String(decoding: png[position + 4..<data], as: UTF8.self), data: data..<data + length)
        position = chunk.type == "IEND" ? png.count : chunk.whole.upperBound
        return chunk
    }
}
