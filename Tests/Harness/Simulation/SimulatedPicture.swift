/// Pictures of a simulation: a PNG's first bytes, words, and an end by which half a picture is known.
enum SimulatedPicture {
    private static let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let end = Array("|END\n".utf8)

    static func bytes(_ words: String) -> [UInt8] {
        head + words.utf8 + end
    }

    /// The words, `nil` when it is no whole picture.
    static func words(_ bytes: [UInt8]) -> String? {
        guard bytes.starts(with: head), bytes.suffix(end.count) == end[...] else { return nil }
        return String(decoding: bytes.dropFirst(head.count).dropLast(end.count), as: UTF8.self)
    }
}
