import Domain

/// Which sizes a service takes, and which of them is asked for.
enum SizeChoice: Equatable {
    /// These and no others.
    case listed([PictureSize])
    /// Any whose sides are multiples of the step, the longer one at most three times the shorter.
    case free(step: Int)

    /// What every one of OpenAI's image models takes; an order of sizes that only some take is the configuration's.
    static let standard = Self.listed([
        PictureSize(width: 1024, height: 1024), PictureSize(width: 1536, height: 1024),
        PictureSize(width: 1024, height: 1536),
    ])

    /// The smallest that covers the wish, in the shape nearest to it; the largest of that shape when none covers it.
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

    /// How much must be stretched or cut to make one shape of the other: 1 is the same shape. Percent, so that equal
    /// shapes compare equal.
    private static func distance(_ size: PictureSize, _ wish: PictureSize) -> Int {
        let first = size.width * wish.height
        let second = wish.width * size.height
        return max(first, second) * 100 / max(1, min(first, second))
    }
}
