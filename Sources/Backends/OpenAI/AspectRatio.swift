import Domain

/// The shape of a picture, as services write it. Tenths, since some are not whole: 19.5:9.
struct AspectRatio: Equatable {
    let name: String
    private let width: Int
    private let height: Int

    private init(_ name: String, _ width: Int, _ height: Int) {
        self.name = name
        self.width = width
        self.height = height
    }

    static let xai = [
        AspectRatio("1:1", 10, 10), AspectRatio("4:3", 40, 30), AspectRatio("3:4", 30, 40),
        AspectRatio("3:2", 30, 20), AspectRatio("2:3", 20, 30), AspectRatio("16:9", 160, 90),
        AspectRatio("9:16", 90, 160), AspectRatio("2:1", 20, 10), AspectRatio("1:2", 10, 20),
        AspectRatio("19.5:9", 195, 90), AspectRatio("9:19.5", 90, 195), AspectRatio("20:9", 200, 90),
        AspectRatio("9:20", 90, 200),
    ]

    /// The one that needs the least stretching or cutting to become the wish; the first of equals.
    static func nearest(to wish: PictureSize, of ratios: [AspectRatio]) -> AspectRatio? {
        ratios.min { $0.distance(to: wish) < $1.distance(to: wish) }
    }

    /// In thousandths: 1000 is the same shape.
    private func distance(to wish: PictureSize) -> Int {
        let first = width * wish.height
        let second = wish.width * height
        return max(first, second) * 1000 / max(1, min(first, second))
    }
}
