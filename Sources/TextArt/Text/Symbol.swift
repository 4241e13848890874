/// What a cell or two can show, and the ink that it takes there.
struct Symbol {
    let cluster: Cluster
    /// Coverage from 0 to 255: the pixels of the first cell row by row, then those of the second.
    let pixels: [UInt8]
    /// The same for each font that may show it, of which `pixels` are the average: at least one.
    let variants: [FontShape]

    var cells: Int { pixels.count / (Glyph.width * Glyph.height) }
    var cell: ArtCell { ArtCell(cluster) }

    /// From 0 to 1.
    var coverage: Double {
        Double(pixels.reduce(0) { $0 + Int($1) }) / Double(255 * pixels.count)
    }

    /// `nil` when the face doesn't have it. Marks that no letter is made with are left out of the ink. An emoji has colours of its own, of which
    /// nobody knows: it counts as three fifths of ink but for a margin of a pixel.
    init?(_ cluster: Cluster, _ face: Face) {
        if cluster.isEmoji {
            self.init(cluster, filledWith: 153)
        } else {
            guard let glyph = Glyph(cluster.drawn, face) ?? Glyph(cluster.scalar, face), glyph.cells == cluster.cells
            else { return nil }
            let variants = glyph.variants.map {
                FontShape(Symbol.cellByCell($0.pixels, cells: glyph.cells), weight: $0.weight)
            }
            self.init(cluster: cluster, pixels: Symbol.cellByCell(glyph.pixels, cells: glyph.cells), variants: variants)
        }
    }

    init?(_ scalar: Unicode.Scalar, _ face: Face) {
        self.init(Cluster(scalar: scalar, marks: []), face)
    }

    /// One of the two cells of a wide one.
    func half(_ index: Int) -> Symbol {
        let cell = Glyph.width * Glyph.height
        let part = index * cell..<(index + 1) * cell
        return Symbol(
            cluster: cluster, pixels: Array(pixels[part]),
            variants: variants.map { FontShape(Array($0.pixels[part]), weight: $0.weight) })
    }

    private init(cluster: Cluster, pixels: [UInt8], variants: [FontShape]) {
        self.cluster = cluster
        self.pixels = pixels
        self.variants = variants
    }

    /// For what no table knows: ink like that of letters and ideographs.
    init(estimated cluster: Cluster) {
        self.init(cluster, filledWith: cluster.isBlank ? 0 : cluster.cells == 2 ? 102 : 51)
    }

    private init(_ cluster: Cluster, filledWith ink: UInt8) {
        let cells = cluster.cells
        let pixels = (0..<cells * Glyph.width * Glyph.height).map { index -> UInt8 in
            let (cell, rest) = index.quotientAndRemainder(dividingBy: Glyph.width * Glyph.height)
            let (x, y) = (cell * Glyph.width + rest % Glyph.width, rest / Glyph.width)
            let isInside = x > 0 && x < cells * Glyph.width - 1 && y > 0 && y < Glyph.height - 1
            return isInside ? ink : 0
        }
        self.init(cluster: cluster, pixels: pixels, variants: [FontShape(pixels)])
    }

    private static func cellByCell(_ pixels: [UInt8], cells: Int) -> [UInt8] {
        guard cells == 2 else { return pixels }
        return (0..<pixels.count).map { index in
            let (cell, rest) = index.quotientAndRemainder(dividingBy: Glyph.width * Glyph.height)
            return pixels[rest / Glyph.width * 2 * Glyph.width + cell * Glyph.width + rest % Glyph.width]
        }
    }
}

extension ArtCell {
    init(_ cluster: Cluster) {
        self.init(cluster.scalar, marks: cluster.marks)
    }
}
