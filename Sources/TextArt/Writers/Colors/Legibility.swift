internal import Domain

/// Whether ink can be read on paper: by the ratio of their luminances, each with the light that a screen reflects
/// (WCAG 2, "contrast ratio").
enum Legibility {
    /// Enough for a word among words, and little enough for a picture.
    static let leastRatio = 2.0
    /// What a screen reflects, from 0 to 1.
    static let flare = 0.05

    static func ratio(_ one: RGB, _ other: RGB) -> Double {
        let (one, other) = (Light(one).luminance + flare, Light(other).luminance + flare)
        return max(one, other) / min(one, other)
    }

    /// Those of the colours that can be read on the paper; where none can, the one that can best.
    /// - Precondition: there is a colour.
    static func inks(_ colors: [RGB], on paper: RGB) -> [RGB] {
        let legible = colors.filter { ratio($0, paper) >= leastRatio }
        guard legible.isEmpty else { return legible }
        return colors.max { ratio($0, paper) < ratio($1, paper) }.map { [$0] } ?? colors
    }
}
