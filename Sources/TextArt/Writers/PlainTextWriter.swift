package import Domain

/// Text art as plain text: UTF-8, one line per row, each ended by a line feed. Trailing blanks are omitted.
package enum PlainTextWriter {
    /// A `blank` other than the space replaces every space and fills empty lines, for programs that would drop them.
    package static func bytes(
        of grid: ArtGrid, caption: ArtCaption = ArtCaption(), blank: BlankCharacter = .space
    ) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(grid.rows * (grid.columns + 1))
        for row in 0..<grid.rows {
            let marks = grid.row(row).trimmingTrailingBlanks
            for cell in marks {
                guard let scalar = cell.scalar else { continue }
                out.append(scalar: scalar == " " ? blank.scalar : scalar)
                for mark in cell.marks { out.append(scalar: mark == " " ? blank.scalar : mark) }
            }
            if marks.isEmpty, blank != .space { out.append(scalar: blank.scalar) }
            out.append(10)
        }
        if let credit = caption.credit { out += "\n\(credit)\n".utf8 }
        return out
    }
}

extension [UInt8] {
    /// Appends a scalar as UTF-8.
    mutating func append(scalar: Unicode.Scalar) {
        if scalar.isASCII { return append(UInt8(scalar.value)) }
        append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
}
