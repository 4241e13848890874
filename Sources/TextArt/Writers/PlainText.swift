/// Art as plain text: UTF-8, every line as wide as the art, a line feed at the end of each.
public enum PlainText {
    public static func bytes(_ grid: ArtGrid) -> [UInt8] {
        var text = ""
        for row in 0..<grid.rows {
            for cell in grid.row(row) { if let scalar = cell.scalar { text.unicodeScalars.append(scalar) } }
            text += "\n"
        }
        return Array(text.utf8)
    }
}
