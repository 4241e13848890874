import Domain

/// Which sizes a service takes.
struct SizeRule: Equatable, Sendable {
    var step = 1
    var sides = 16...8192
    /// Such as `16:9`; empty where it isn't asked for shapes.
    var ratios: [String] = []

    /// The nearest size that covers the wish, within the bounds.
    func size(for wish: PictureSize) -> PictureSize {
        PictureSize(width: side(wish.width), height: side(wish.height))
    }

    private func side(_ wish: Int) -> Int {
        let lowest = (sides.lowerBound + step - 1) / step * step
        let highest = max(lowest, sides.upperBound / step * step)
        return min(highest, max(lowest, (wish + step - 1) / step * step))
    }

    /// Of the shapes that can be had, the one of which least is cut or stretched to fit the wish.
    func ratio(for wish: PictureSize) -> String? {
        let known = ratios.compactMap { text in Self.parts(text).map { (text, $0) } }
        return known.min { Self.distance($0.1, wish) < Self.distance($1.1, wish) }?.0
    }

    /// `nil` when it is no ratio of whole numbers from 1 to 100.
    static func parts(_ text: String) -> (width: Int, height: Int)? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard parts.count == 2, parts.allSatisfy({ 1...100 ~= $0 }) else { return nil }
        return (parts[0], parts[1])
    }

    /// In millionths; 1,000,000 is the same shape.
    private static func distance(_ ratio: (width: Int, height: Int), _ wish: PictureSize) -> Int {
        let first = ratio.width * wish.height
        let second = ratio.height * wish.width
        return max(first, second) * 1_000_000 / max(1, min(first, second))
    }
}
