public import Domain

/// Text art: `rows` times `columns` cells, from the top left.
public struct ArtGrid: Equatable, Sendable {
    public let columns: Int
    public let rows: Int
    /// Row by row; `columns * rows` of them.
    public private(set) var cells: [ArtCell]
    /// A cell's width over its height, for writers that can set it.
    public let cellAspect: Double
    /// Dark ink on light paper.
    public let isInverted: Bool
    public let warnings: [ArtWarning]
    /// Whose characters the art was made for, and what it is drawn with.
    public let face: Face
    /// Its characters are a text, which is to be kept whatever the medium lacks.
    public let isText: Bool

    /// - Precondition: `cells.count == columns * rows`.
    public init(
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
    public func row(_ index: Int) -> ArraySlice<ArtCell> {
        cells[index * columns..<(index + 1) * columns]
    }
}
