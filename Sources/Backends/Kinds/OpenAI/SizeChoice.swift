import Domain

/// The sizes that a service supports, and the choice among them.
enum SizeChoice: Equatable {
    /// Only the listed sizes.
    case listed([PictureSize])
    /// Any size whose sides are multiples of the step and whose longer side is at most three times the shorter.
    case free(step: Int)

    /// The sizes that all of OpenAI's image models support. Sizes that only some models support belong in the
    /// configuration.
    static let standard = Self.listed([
        PictureSize(width: 1024, height: 1024), PictureSize(width: 1536, height: 1024),
        PictureSize(width: 1024, height: 1536),
    ])

    /// Returns the smallest size that covers `wish` in the shape nearest to it; the largest of that shape when none
    /// covers it.
    func size(for wish: PictureSize) -> PictureSize {
        switch self {
        case .free(let step): Self.rounded(wish, step)
        case .listed(let sizes): Self.nearest(to: wish, of: sizes) ?? wish
        }
    }

    private static func rounded(_ wish: PictureSize, _ step: Int) -> PictureSize {
        func up(_ side: Int) -> Int { max(step, (side + step - 1) / step * step) }
        let least = up((up(max(wish.width, wish.height)) + 2) / 3)
        return PictureSize(width: max(up(wish.width), least), height: max(up(wish.height), least))
    }

    private static func nearest(to wish: PictureSize, of sizes: [PictureSize]) -> PictureSize? {
        let closest = sizes.map { distance($0, wish) }.min()
        let shaped = sizes.filter { distance($0, wish) == closest }
        let covering = shaped.filter { $0.width >= wish.width && $0.height >= wish.height }
        return covering.min { area($0) < area($1) } ?? shaped.max { area($0) < area($1) }
    }

    private static func area(_ size: PictureSize) -> Int { size.width * size.height }

    /// The stretching or cropping needed to turn the first shape into the second, in percent: 100 is the same shape. An
    /// integer, so that equal shapes compare equal.
    private static func distance(_ size: PictureSize, _ wish: PictureSize) -> Int {
        let first = size.width * wish.height
        let second = wish.width * size.height
        return max(first, second) * 100 / max(1, min(first, second))
    }
}

extension Dialect.SizeStyle {
    /// Returns the fields of a request for a picture of this size.
    func fields(_ size: PictureSize) -> [String: JSONValue] {
        switch self {
        case .text: return ["size": .text(size.text)]
        case .sides: return ["width": .integer(Int64(size.width)), "height": .integer(Int64(size.height))]
        case .aspect(let ratios):
            // The longer side in thousands.
            var fields: [String: JSONValue] = ["resolution": .text(max(size.width, size.height) > 1024 ? "2k" : "1k")]
            fields["aspect_ratio"] = AspectRatio.nearest(to: size, of: ratios).map { .text($0.name) }
            return fields
        }
    }
}

/// A picture's aspect ratio, by the name that services use. Sides are in tenths, since some are not whole: 19.5:9.
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

    /// Returns the ratio that needs the least stretching or cropping to match `wish`; the first of equals.
    static func nearest(to wish: PictureSize, of ratios: [AspectRatio]) -> AspectRatio? {
        ratios.min { $0.distance(to: wish) < $1.distance(to: wish) }
    }

    /// The factor between the two shapes, in thousandths: 1000 is the same shape.
    private func distance(to wish: PictureSize) -> Int {
        let first = width * wish.height
        let second = wish.width * height
        return max(first, second) * 1000 / max(1, min(first, second))
    }
}
