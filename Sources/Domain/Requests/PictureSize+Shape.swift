extension PictureSize {
    /// About as many pixels in another's shape, each side within bounds.
    package func shaped(like other: PictureSize, sides: ClosedRange<Int>) -> PictureSize {
        guard other.width > 0, other.height > 0 else { return self }
        let area = Double(width) * Double(height)
        let ratio = Double(other.width) / Double(other.height)
        let ideal = (area / ratio).squareRoot()
        return PictureSize(width: Self.side(ideal * ratio, sides), height: Self.side(ideal, sides))
    }

    private static func side(_ length: Double, _ sides: ClosedRange<Int>) -> Int {
        let length = length.rounded()
        guard length < Double(sides.upperBound) else { return sides.upperBound }
        return max(sides.lowerBound, Int(length))
    }
}
