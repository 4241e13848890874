import Domain

/// Names for what is moved to where other files lie already.
enum NumberedName {
    /// What file systems allow, less what a temporary name or `.error.txt` needs.
    private static let longest = 200

    /// `NAME.EXT`, `NAME (2).EXT`, `NAME (3).EXT` … A name that is too long loses the end of its stem.
    static func make(_ name: FileName, _ number: Int) -> FileName {
        if let parent = name.parent { return parent.appending(make(name.last, number)) }
        let stem = name.stem.bytes
        let ending = name.bytes.dropFirst(stem.count)
        let tail = (number > 1 ? Array(" (\(number))".utf8) : []) + ending
        if stem.count + tail.count <= longest { return FileName(bytes: stem + tail) }
        if tail.count >= longest { return FileName(bytes: cut(stem + tail, longest)) }
        return FileName(bytes: cut(stem, longest - tail.count) + tail)
    }

    /// Cuts between two characters of UTF-8.
    private static func cut(_ bytes: [UInt8], _ length: Int) -> [UInt8] {
        var kept = length
        while kept > 0, kept < bytes.count, bytes[kept] & 0xC0 == 0x80 { kept -= 1 }
        return Array(bytes.prefix(kept > 0 ? kept : length))
    }
}

extension FileName {
    /// What the work of one line of a batch is named: `NAME-0007.jsonl`.
    func line(_ number: Int) -> FileName {
        let stem = stem.bytes
        return FileName(bytes: stem + Array("-\(number.digits(4))".utf8) + bytes.dropFirst(stem.count))
    }
}
