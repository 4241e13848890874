public import Domain

/// One cell of text art.
public struct ArtCell: Equatable, Sendable {
    /// The character that starts here. `nil` where the wide character to the left covers this cell too.
    public var scalar: Unicode.Scalar?
    /// The ink's colour. `nil` leaves it to the medium.
    public var foreground: RGB?
    /// The paper's colour. `nil` leaves it to the medium.
    public var background: RGB?

    public init(_ scalar: Unicode.Scalar?, foreground: RGB? = nil, background: RGB? = nil) {
        self.scalar = scalar
        self.foreground = foreground
        self.background = background
    }
}
