internal import CTextArt

/// Makes art without colours: the characters whose picture, blurred, is nearest to the blurred picture.
///
/// Each cell is chosen with regard to its neighbours, again and again while that makes the whole nearer (iterated
/// conditional modes, Besag 1986): the error of one cell is made up for by those around it.
struct ToneMatcher {
    private let table: ToneTable
    private let look: ToneLook
    private static let passes: Int32 = 6

    init(_ table: ToneTable, look: ToneLook) {
        self.table = table
        self.look = look
    }

    /// One glyph of the table for each cell. `target` has the samples of `columns` by `rows` cells; cells whose glyph is
    /// given in `fixed` keep it, and their neighbours make up for it.
    func glyphs(columns: Int, rows: Int, target: [Float], fixed: [Int?]? = nil) -> [Int] {
        var field = ToneField(columns: columns, rows: rows, target: target, table: table, look: look)
        var areas = ToneAreas(columns: columns, rows: rows, target: target)
        let match = textart_match(
            columns: Int32(columns), rows: Int32(rows), count: Int32(table.count), passes: ToneMatcher.passes,
            leeway: look.leeway)
        return field.matched(match, areas: &areas, fixed: fixed?.map { Int32($0 ?? -1) }).map { Int($0) }
    }
}
