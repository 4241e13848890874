internal import Domain

/// Art from a running text that fills every cell; only its colours show the picture.
struct ReadingArt {
    let text: [Cluster]
    let face: Face

    func cells(_ grid: SampleGrid) -> [ArtCell] {
        var flow = TextFlow(text)
        var shapes: [Cluster: Shape] = [:]
        var lights = CellLights()
        var cells: [ArtCell] = []
        cells.reserveCapacity(grid.columns * grid.rows)
        for row in 0..<grid.rows {
            var column = 0
            for cluster in flow.row(columns: grid.columns) {
                let shape = shapes[cluster] ?? Shape(Symbol(cluster, face) ?? Symbol(estimated: cluster))
                shapes[cluster] = shape
                lights.load(grid, column: column, row: row, count: shape.cells)
                let fit = ColorFit(shape, lights.values).legible(shape)
                var cell = ArtCell(cluster)
                (cell.foreground, cell.background) = fit.colors
                cells.append(cell)
                if shape.cells == 2 {
                    cells.append(ArtCell(nil, foreground: cell.foreground, background: cell.background))
                }
                column += shape.cells
            }
        }
        return cells
    }
}

/// A text that runs on from row to row and starts over at its end.
struct TextFlow {
    private let clusters: [Cluster]
    private var next = 0

    /// A blank separates the end from the next start, if the text contains blanks at all.
    init(_ text: [Cluster]) {
        let words = text.split { $0.isBlank }
        clusters =
            words.count > 1 || text.contains { $0.isBlank }
            ? Array(words.map(Array.init).joined(separator: [.blank])) + [.blank] : text
    }

    /// The clusters of the next row, filling all columns. A wide cluster that doesn't fit moves to the next row; no row
    /// starts with a blank.
    mutating func row(columns: Int) -> [Cluster] {
        var row: [Cluster] = []
        var used = 0
        guard clusters.contains(where: { !$0.isBlank && $0.cells <= columns }) else {
            return Array(repeating: .blank, count: columns)
        }
        while used < columns {
            let cluster = clusters[next]
            guard used > 0 || !cluster.isBlank else {
                advance()
                continue
            }
            guard used + cluster.cells <= columns else {
                row.append(.blank)
                used += 1
                // A cluster wider than the row is skipped.
                if cluster.cells > columns { advance() }
                continue
            }
            row.append(cluster)
            used += cluster.cells
            advance()
        }
        return row
    }

    private mutating func advance() { next = (next + 1) % clusters.count }
}
