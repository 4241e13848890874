/// Which amount of ink shows a light, with a palette's real range.
struct ToneScale {
    let range: ClosedRange<Double>
    let isInverted: Bool

    /// Coverage for a luminance from 0 to 1. Light ink on dark paper shows more light with more ink; dark ink on light
    /// paper less.
    func coverage(for luminance: Double) -> Double {
        let amount = isInverted ? 1 - luminance : luminance
        return range.lowerBound + min(max(amount, 0), 1) * (range.upperBound - range.lowerBound)
    }
}
