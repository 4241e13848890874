/// A picture's size in pixels, written `1024x1024`.
package struct PictureSize: TextCodable, Hashable, Sendable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Reads `WIDTHxHEIGHT`, each 1–65535. `nil` when it is anything else.
    package init?(text: String) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = UInt16(digits: parts[0]), let height = UInt16(digits: parts[1]), width > 0,
            height > 0
        else { return nil }
        self.init(width: Int(width), height: Int(height))
    }

    package var text: String { "\(width)x\(height)" }
}

extension PictureSize {
    /// Returns a size with about as many pixels in another size's aspect ratio, each side clamped to `sides`.
    package func shaped(like other: PictureSize, sides: ClosedRange<Int>) -> PictureSize {
        guard other.width > 0, other.height > 0 else { return self }
        let area = Double(width) * Double(height)
        let ratio = Double(other.width) / Double(other.height)
        let ideal = (area / ratio).squareRoot()
        func side(_ length: Double) -> Int {
            Int(min(max(length.rounded(), Double(sides.lowerBound)), Double(sides.upperBound)))
        }
        return PictureSize(width: side(ideal * ratio), height: side(ideal))
    }
}
