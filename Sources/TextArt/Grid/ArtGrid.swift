package import Domain

/// Text art: `rows` times `columns` cells, from the top left.
package struct ArtGrid: Equatable, Sendable {
    package let columns: Int
    package let rows: Int
    /// Row by row, `columns * rows` of them.
    package private(set) var cells: [ArtCell]
    /// A cell's width over its height, for formats that can set it.
    package let cellAspect: Double
    /// Dark ink on light paper.
    package let isInverted: Bool
    package let warnings: [ArtWarning]
    /// The face that the characters were chosen for, and that pictures of the art are drawn with.
    package let face: Face
    /// The characters are a text that must stay readable, whatever colours the output lacks.
    package let isText: Bool

    /// - Precondition: `cells.count == columns * rows`.
    package init(
        columns: Int, rows: Int, cells: [ArtCell], cellAspect: Double = 0.5, isInverted: Bool = false,
        warnings: [ArtWarning] = [], face: Face = Face(), isText: Bool = false
    ) {
        precondition(cells.count == columns * rows, "a grid has columns * rows cells")
        self.columns = columns
        self.rows = rows
        self.cells = cells
        self.cellAspect = cellAspect
        self.isInverted = isInverted
        self.warnings = warnings
        self.face = face
        self.isText = isText
    }

    /// The same art with each row replaced by `change`, which must return as many cells as it gets.
    func mapRows(_ change: (ArraySlice<ArtCell>) -> [ArtCell]) -> ArtGrid {
        var changed = self
        changed.cells = (0..<rows).flatMap { change(row($0)) }
        precondition(changed.cells.count == cells.count, "a grid has columns * rows cells")
        return changed
    }

    /// The same art with other cells.
    package func with(_ cells: [ArtCell]) -> ArtGrid {
        precondition(cells.count == self.cells.count, "a grid has columns * rows cells")
        var changed = self
        changed.cells = cells
        return changed
    }

    /// The cells of one row.
    package func row(_ index: Int) -> ArraySlice<ArtCell> {
        cells[index * columns..<(index + 1) * columns]
    }
}

/// One cell of text art.
package struct ArtCell: Equatable, Sendable {
    /// The character that starts here. `nil` if the wide character to the left covers this cell too.
    package var scalar: Unicode.Scalar?
    /// The rest of the grapheme cluster: combining marks and the parts of an emoji.
    package var marks: [Unicode.Scalar]
    /// The ink's colour; `nil` for the medium's default.
    package var foreground: RGB?
    /// The paper's colour; `nil` for the medium's default.
    package var background: RGB?

    package init(
        _ scalar: Unicode.Scalar?, marks: [Unicode.Scalar] = [], foreground: RGB? = nil, background: RGB? = nil
    ) {
        self.scalar = scalar
        self.marks = marks
        self.foreground = foreground
        self.background = background
    }

    /// The number of cells covered: 1 or 2; 0 for the right half of a wide character.
    package var cells: Int {
        guard let scalar else { return 0 }
        return CharacterWidth.cells(scalar, marks)
    }

    /// The whole grapheme cluster.
    var scalars: [Unicode.Scalar] { scalar.map { [$0] + marks } ?? [] }

    /// The cell in the medium's default colours.
    var withoutColors: ArtCell { ArtCell(scalar, marks: marks) }
}

extension ArtCell {
    /// A space or an ideographic space.
    var isBlank: Bool { scalar == " " || scalar == "\u{3000}" }

    /// A blank, or the right half of a wide character.
    var isInvisible: Bool { scalar == nil || isBlank }

    /// Whether the ink has the paper's colour.
    var hidesInk: Bool { foreground != nil && foreground == background }

    /// Whether no ink is visible.
    var isFlat: Bool { isBlank || hidesInk }

    /// Whether ink covers the whole cell, so that the paper is invisible.
    var isSolid: Bool { scalar == "█" }
}

extension ArraySlice<ArtCell> {
    /// The cells up to the last one that shows something: a character or its own paper.
    var trimmingTrailingBlanks: ArraySlice<ArtCell> {
        guard let last = lastIndex(where: { !$0.isInvisible || $0.background != nil }) else { return prefix(0) }
        return self[...last]
    }
}
