/// What may disappoint about a piece of art, though it was made.
package enum ArtWarning: Equatable, Sendable {
    /// The user's characters have few distinct amounts of ink. `range` is that between the lightest and the darkest, as
    /// a share of a full cell.
    case thinToneRange(inks: Int, range: Double)
    /// Characters that the font lacks or that don't stand still in a grid; the art is made of the others.
    case unusable([Unicode.Scalar])
    /// None of the user's characters could be used; the art is made of the charset.
    case nothingUsable
    /// A text that runs over the whole picture shows it by colours alone; without any it was given holes.
    case readingNeedsColors
    /// The font lacks so many characters of the set that few are left.
    case fewGlyphs(left: Int, missing: Int)
}
