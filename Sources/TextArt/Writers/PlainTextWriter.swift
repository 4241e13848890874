public import Domain

/// Text art as plain text: UTF-8, one line a row, each ended by a line feed. Spaces at the end of a line are left out:
/// they show nothing.
public enum PlainTextWriter {
    public static func bytes(of grid: ArtGrid, caption: ArtCaption = ArtCaption()) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(grid.rows * (grid.columns + 1))
        for row in 0..<grid.rows {
            for cell in grid.row(row).upToLastMark {
                if let scalar = cell.scalar { out.append(scalar: scalar) }
            }
            out.append(10)
        }
        if let credit = caption.credit { out.append(contentsOf: "\n\(credit)\n".utf8) }
        return out
    }
}
