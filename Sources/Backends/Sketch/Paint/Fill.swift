/// What a shape is filled with. Heights are rows of pixels.
enum Fill: Sendable {
    case flat(Ink)
    /// From `top` at row `from` to `bottom` at row `to`.
    case upright(top: Ink, bottom: Ink, from: Float, to: Float)

    func ink(row: Int) -> Ink {
        switch self {
        case .flat(let ink): return ink
        case .upright(let top, let bottom, let from, let to):
            return top.mixed(bottom, (Float(row) + 0.5 - from) / max(to - from, 1))
        }
    }
}
