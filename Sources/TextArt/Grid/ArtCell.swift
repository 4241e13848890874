package import Domain

/// One cell of text art.
package struct ArtCell: Equatable, Sendable {
    /// The character that starts here. `nil` where the wide character to the left covers this cell too.
    package var scalar: Unicode.Scalar?
    /// What follows in the same cell: combining marks, and the parts of an emoji.
    package var marks: [Unicode.Scalar]
    /// The ink's colour. `nil` leaves it to the medium.
    package var foreground: RGB?
    /// The paper's colour. `nil` leaves it to the medium.
    package var background: RGB?

    package init(
        _ scalar: Unicode.Scalar?, marks: [Unicode.Scalar] = [], foreground: RGB? = nil, background: RGB? = nil
    ) {
        self.scalar = scalar
        self.marks = marks
        self.foreground = foreground
        self.background = background
    }

    /// How many cells it covers: 1 or 2; 0 for the right half of a wide character.
    package var cells: Int {
        guard let scalar else { return 0 }
        return CharacterWidth.cells(scalar, marks)
    }

    /// All that stands in the cell.
    var scalars: [Unicode.Scalar] { scalar.map { [$0] + marks } ?? [] }

    /// The same in the medium's own colours.
    var withoutColors: ArtCell { ArtCell(scalar, marks: marks) }
}
