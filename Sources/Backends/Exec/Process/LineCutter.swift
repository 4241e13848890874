/// Cuts a stream into lines.
struct LineCutter {
    /// The most bytes of a line, without its end.
    let longest: Int
    private var rest: [UInt8] = []
    private var isTooLong = false

    init(longest: Int) {
        self.longest = longest
    }

    /// What came of one line.
    enum Line: Equatable {
        case whole([UInt8])
        /// The head of a line that is longer than one may be; the rest of it is passed over.
        case tooLong(head: [UInt8])
    }

    /// The lines that end in these bytes, and the heads of those that have become too long.
    mutating func cut(_ bytes: [UInt8]) -> [Line] {
        var lines: [Line] = []
        var left = bytes[...]
        while let end = left.firstIndex(of: 10) {
            take(left[..<end], &lines)
            if !isTooLong { lines.append(.whole(rest)) }
            (rest, isTooLong) = ([], false)
            left = left[(end + 1)...]
        }
        take(left, &lines)
        return lines
    }

    /// What came after the last line's end.
    mutating func remainder() -> [UInt8]? {
        defer { (rest, isTooLong) = ([], false) }
        return rest.isEmpty ? nil : rest
    }

    private mutating func take(_ bytes: ArraySlice<UInt8>, _ lines: inout [Line]) {
        guard !isTooLong else { return }
        rest += bytes
        guard rest.count > longest else { return }
        lines.append(.tooLong(head: Array(rest.prefix(longest))))
        (rest, isTooLong) = ([], true)
    }
}
