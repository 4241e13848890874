package import Domain

/// Text art as plain text: UTF-8, one line a row, each ended by a line feed. Blanks at the end of a line are left out:
/// they show nothing.
package enum PlainTextWriter {
    /// A `blank` that is not the space stands for every space, and in lines that are empty, so that nobody drops them.
    package static func bytes(
        of grid: ArtGrid, caption: ArtCaption = ArtCaption(), blank: BlankCharacter = .space
    ) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(grid.rows * (grid.columns + 1))
        for row in 0..<grid.rows {
            let marks = grid.row(row).upToLastMark
            for cell in marks {
                guard let scalar = cell.scalar else { continue }
                out.append(scalar: scalar == " " ? blank.scalar : scalar)
                for mark in cell.marks { out.append(scalar: mark == " " ? blank.scalar : mark) }
            }
            if marks.isEmpty, blank != .space { out.append(scalar: blank.scalar) }
            out.append(10)
        }
        if let credit = caption.credit { out.append(contentsOf: "\n\(credit)\n".utf8) }
        return out
    }
}
