internal import Domain

/// Art of a text that runs on in reading order over the whole picture, which is in the colours alone.
struct ReadingArt {
    let text: [Cluster]
    let face: Face

    func cells(_ grid: SampleGrid) -> [ArtCell] {
        var flow = ReadingFlow(text)
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
