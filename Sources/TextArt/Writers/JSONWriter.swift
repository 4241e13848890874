package import Domain

/// Text art as JSON: its size, its score if measured, and each row's cells as `[character, ink, paper]`. Colours are
/// `#rrggbb`, or `null` for the medium's default. The character is `null` in the right half of a wide one.
package enum JSONWriter {
    /// JSON according to RFC 8259, with one line per row of the art. `score` is omitted if `nil`.
    package static func bytes(
        of grid: ArtGrid, caption: ArtCaption = ArtCaption(), score: ArtScore? = nil
    ) -> [UInt8] {
        var out: [UInt8] = []
        out +=
            """
            {"engine":"textify \(Version.text)","columns":\(grid.columns),"rows":\(grid.rows),\
            "cell_aspect":\(grid.cellAspect),"inverted":\(grid.isInverted),"label":\(JSONText.quoted(caption.label)),\
            "credit":\(caption.credit.map(JSONText.quoted) ?? "null"),\(score.map(figures) ?? "")"cells":[

            """.utf8
        for row in 0..<grid.rows {
            let cells = grid.row(row).map(cell).joined(separator: ",")
            out += "[\(cells)]\(row + 1 < grid.rows ? "," : "")\n".utf8
        }
        out += "]}\n".utf8
        return out
    }

    private static func figures(_ score: ArtScore) -> String {
        "\"score\":{\"total\":\(score.total),\(score.figures.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ","))},"
    }

    private static func cell(_ cell: ArtCell) -> String {
        let scalar = cell.scalar == nil ? "null" : JSONText.quoted(String(String.UnicodeScalarView(cell.scalars)))
        return "[\(scalar),\(color(cell.foreground)),\(color(cell.background))]"
    }

    private static func color(_ color: RGB?) -> String { color.map { "\"\($0.text)\"" } ?? "null" }
}
