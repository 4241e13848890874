import Domain

/// The sizes that Karlo paints: multiples of eight within bounds.
struct Sides {
    let range: ClosedRange<Int>

    /// 2.1 paints larger pictures than 2.0; without a version, what both can.
    init(version: String?) {
        range = version == "v2.1" ? 384...1280 : 384...640
    }

    /// The wish in eights; a wish that is too large keeps its shape as far as the smallest side allows.
    func size(for wish: PictureSize) -> PictureSize {
        let longest = max(wish.width, wish.height)
        return PictureSize(width: side(wish.width, longest), height: side(wish.height, longest))
    }

    private func side(_ side: Int, _ longest: Int) -> Int {
        let shrunk = longest > range.upperBound ? (side * range.upperBound + longest - 1) / longest : side
        return min(range.upperBound, max(range.lowerBound, (shrunk + 7) / 8 * 8))
    }
}
