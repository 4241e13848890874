/// How a picture takes the columns and rows that it is given.
package enum ArtFit: String, Equatable, Sendable, Codable, CaseIterable {
    /// The whole picture in its shape; columns and rows are the most there may be.
    case fit
    /// All columns and rows; what doesn't fit of the picture is cut off, the same on both sides.
    case fill
    /// All columns and rows, whatever becomes of the picture's shape.
    case stretch
}
