package import Domain

/// Text art: `rows` times `columns` cells, from the top left.
package struct ArtGrid: Equatable, Sendable {
    package let columns: Int
    package let rows: Int
    /// Row by row; `columns * rows` of them.
    package private(set) var cells: [ArtCell]
    /// A cell's width over its height, for writers that can set it.
    package let cellAspect: Double
    /// Dark ink on light paper.
    package let isInverted: Bool
    package let warnings: [ArtWarning]
    /// Whose characters the art was made for, and what it is drawn with.
    package let face: Face
    /// Its characters are a text, which is to be kept whatever the medium lacks.
    package let isText: Bool

    /// - Precondition: `cells.count == columns * rows`.
    package init(
        columns: Int, rows: Int, cells: [ArtCell], cellAspect: Double = 0.5, isInverted: Bool = false,
        warnings: [ArtWarning] = [], face: Face = Face(), isText: Bool = false
    ) {
        precondition(cells.count == columns * rows, "a grid is full")
        self.columns = columns
        self.rows = rows
        self.cells = cells
        self.cellAspect = cellAspect
        self.isInverted = isInverted
        self.warnings = warnings
        self.face = face
        self.isText = isText
    }

    /// The same art with each row's cells replaced; `change` gives back as many as it gets.
    func mapRows(_ change: (ArraySlice<ArtCell>) -> [ArtCell]) -> ArtGrid {
        var changed = self
        changed.cells = (0..<rows).flatMap { change(row($0)) }
        precondition(changed.cells.count == cells.count, "a grid is full")
        return changed
    }

    /// The cells of one row.
    package func row(_ index: Int) -> ArraySlice<ArtCell> {
        cells[index * columns..<(index + 1) * columns]
    }
}
