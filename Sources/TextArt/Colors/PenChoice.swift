/// A glyph in one of the inks on one of the papers, by their places.
struct PenChoice: Equatable {
    let glyph: Int
    /// `nil` where nothing but paper shows.
    let ink: Int?
    let paper: Int
}
