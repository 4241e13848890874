internal import Domain

/// The colours that a medium has names for.
struct PenTable: Sendable {
    let colors: [RGB]
    private let perceived: [PerceivedColor]

    /// - Precondition: there is at least one.
    init(_ colors: [RGB]) {
        precondition(!colors.isEmpty, "pens of some colour")
        self.colors = colors
        perceived = colors.map { PerceivedColor($0) }
    }

    /// The place of the colour that looks nearest; the first of several.
    func nearest(to color: RGB) -> Int {
        let wanted = PerceivedColor(color)
        var best = 0
        var least = Double.infinity
        for (index, known) in perceived.enumerated() {
            let distance = known.squaredDistance(to: wanted)
            if distance < least { (best, least) = (index, distance) }
        }
        return best
    }

    func index(of color: RGB) -> Int? { colors.firstIndex(of: color) }

    /// Colours as `0xRRGGBB`.
    init(codes: [UInt32]) {
        self.init(
            codes.map {
                RGB(
                    red: UInt8($0 >> 16), green: UInt8(truncatingIfNeeded: $0 >> 8), blue: UInt8(truncatingIfNeeded: $0)
                )
            })
    }
}
