/// What stands for a blank in plain text.
package enum BlankCharacter: String, Equatable, Sendable, Codable, CaseIterable {
    case space
    /// U+2800, for places that squeeze spaces.
    case braille
    /// U+00A0.
    case nbsp

    package var scalar: Unicode.Scalar {
        switch self {
        case .space: " "
        case .braille: "\u{2800}"
        case .nbsp: "\u{A0}"
        }
    }
}
