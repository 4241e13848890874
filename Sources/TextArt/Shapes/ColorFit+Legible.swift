/// Colours between which a character can be read.
extension ColorFit {
    private static let leastRatio = Float(Legibility.leastRatio)
    private static let flare = Float(Legibility.flare) * 65_535

    /// The same colours where they differ enough. Else the cell's mean light, parted into ink and paper: lighter ink
    /// where there is room for it, darker ink where the cell is light. The mean stays what it was, but for black and
    /// white, which give up as much of it as the ink takes.
    func legible(_ shape: Shape) -> ColorFit {
        let share = shape.lightMean
        guard share > 0, share < 1 else { return self }
        let (one, other) = (Self.luminance(ink) + Self.flare, Self.luminance(paper) + Self.flare)
        guard max(one, other) < Self.leastRatio * min(one, other) else { return self }
        let mean = paper + (ink - paper) * share
        return lighter(mean, share) ?? darker(mean, share)
    }

    /// `nil` where the ink would have to be lighter than white.
    private func lighter(_ mean: SIMD3<Float>, _ share: Float) -> ColorFit? {
        let light = Self.luminance(mean)
        let gain = (1 - share) / share
        let ratio = Self.leastRatio
        let step = (ratio - 1) * (light + Self.flare) / (max(light, 1) * (gain + ratio))
        guard step < 1 else {
            let grey = SIMD3<Float>(repeating: (ratio - 1) * Self.flare)
            return ColorFit(ink: pointwiseMax(grey, mean * (1 + gain)), paper: SIMD3())
        }
        let ink = mean * (1 + step * gain)
        return ink.max() <= 65_535 ? ColorFit(ink: ink, paper: mean * (1 - step)) : nil
    }

    private func darker(_ mean: SIMD3<Float>, _ share: Float) -> ColorFit {
        let light = Self.luminance(mean)
        let gain = share / (1 - share)
        let ratio = Self.leastRatio
        let step = min((ratio - 1) * (light + Self.flare) / (light * (1 + ratio * gain)), 1)
        let paper = pointwiseMin(mean * (1 + step * gain), SIMD3(repeating: 65_535))
        return ColorFit(ink: mean * (1 - step), paper: paper)
    }

    private static func luminance(_ light: SIMD3<Float>) -> Float {
        (light * SIMD3(0.2126, 0.7152, 0.0722)).sum()
    }
}
