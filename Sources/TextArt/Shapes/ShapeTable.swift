internal import CTextArt

/// Glyphs laid out for inner products with a cell's samples.
///
/// Mosaics and braille are made of a few parts: for them it is enough to sum up the samples of each part. All other
/// glyphs have coverage of their own in every pixel.
struct ShapeTable {
    /// Glyphs of one kind, padded to whole blocks with glyphs that never win.
    struct Bank {
        /// Pairs of values that each glyph and each cell has.
        let pairs: Int
        /// With padding.
        let count: Int
        /// Pair by pair: two values of every glyph.
        let values: [Int16]
        /// One over the sum of squared differences from the glyph's mean, in its own units; 0 for padding and flat
        /// glyphs.
        let scales: [Float]
        /// Which shape stands at each place; padding stands for the first.
        let shapes: [Int]
        /// How much a full pixel counts in `values`: 255 or 1.
        let unit: Float
    }

    private static let fewest = 8

    let shapes: [Shape]
    /// Which each of them has.
    let cells: Int
    let banks: [Bank]

    init(_ scalars: [Unicode.Scalar], _ face: Face = .average) {
        self.init(scalars.compactMap { Symbol($0, face) })
    }

    /// Symbols of one cell, or of two.
    init(_ symbols: [Symbol]) {
        shapes = symbols.map(Shape.init)
        cells = symbols.first?.cells ?? 1
        var fine: [Int] = []
        var coarse: [Int] = []
        for index in shapes.indices {
            if cells > 1 || CellParts.values(of: shapes[index].pixels) == nil {
                fine.append(index)
            } else {
                coarse.append(index)
            }
        }
        // A blank or two don't make up for a second round of products.
        if coarse.count < ShapeTable.fewest, !fine.isEmpty { (fine, coarse) = ((coarse + fine).sorted(), []) }
        let all = shapes
        banks = [
            ShapeTable.bank(coarse, all, unit: 1) { CellParts.values(of: $0.pixels) ?? [] },
            ShapeTable.bank(fine, all, unit: 255) { $0.pixels.map(Int16.init) },
        ].filter { $0.count > 0 }
    }

    private static func bank(_ members: [Int], _ shapes: [Shape], unit: Float, _ values: (Shape) -> [Int16]) -> Bank {
        let block = Int(TEXTART_BLOCK)
        let count = (members.count + block - 1) / block * block
        let rows = members.map { values(shapes[$0]) }
        let pairs = ((rows.first?.count ?? 0) + 1) / 2
        var table = [Int16](repeating: 0, count: pairs * count * 2)
        for (place, row) in rows.enumerated() {
            for (index, value) in row.enumerated() {
                table[(index / 2 * count + place) * 2 + index % 2] = value
            }
        }
        let padding = count - members.count
        let scales = members.map { shapes[$0].variance > 0 ? 1 / (shapes[$0].variance * unit * unit) : 0 }
        return Bank(
            pairs: pairs, count: count, values: table, scales: scales + Array(repeating: 0, count: padding),
            shapes: members + Array(repeating: 0, count: padding), unit: unit)
    }
}
