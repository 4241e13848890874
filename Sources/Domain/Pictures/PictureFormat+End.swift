extension PictureFormat {
    /// Whether a file of this format surely lacks its end: it is still being written, or was cut off. `head` and `tail` are
    /// its first and last bytes, `size` is all of it. Where an end has more behind it than `tail` shows, it is not found.
    package func lacksEnd(head: [UInt8], tail: [UInt8], size: Int64) -> Bool {
        switch self {
        // The name of the last chunk and its checksum.
        case .png: !tail.holds([0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82])
        // The marker for the end of an image; phones put films behind it.
        case .jpeg: !tail.holds([0xFF, 0xD9])
        // The trailer, behind which some programs fill a block up.
        case .gif: tail.last { $0 != 0 } != 0x3B
        // The container says how long it is.
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
