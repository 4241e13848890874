/// What art without colours is made to be near to: the squared error at several blurs, added up.
struct ToneLook {
    /// A blur of the error, applied twice (once for each factor of its square): taps from the middle outwards.
    struct Blur {
        let weight: Float
        let taps: [Float]
    }

    let blurs: [Blur]
    /// How much structure finer than the samples counts, which no picture has.
    let grain: Float
    /// Compares sRGB codes, as the eye sees what is near, instead of linear light, as it mixes what is far.
    let isNear: Bool
    /// How much of what whole areas lack may stay so, from 0 to 1: their tone may differ a little where that makes them
    /// smoother.
    let leeway: Float

    init(blurs: [Blur], grain: Float, isNear: Bool, leeway: Float = 0) {
        self.blurs = blurs
        self.grain = grain
        self.isNear = isNear
        self.leeway = leeway
    }

    /// Faithful: what is seen from where characters blur by a third of a cell.
    static let tone = ToneLook(blurs: [Blur(weight: 1, taps: third)], grain: 0, isNear: false)

    /// Faithful, of characters that are as large as what they stand for: their marks can't be pushed as close together as
    /// dots, so that the grain between them counts more, and exact means of areas less.
    static let letters = ToneLook(blurs: [Blur(weight: 1, taps: close)], grain: 0, isNear: false, leeway: 0.45)

    /// Clear: structure counts as it is, and the differences of neighbouring areas are given up for that within them.
    static let sharp = ToneLook(
        blurs: [Blur(weight: 0.3, taps: [1]), Blur(weight: 1, taps: third)], grain: 0.3, isNear: true)

    /// Gaussian, sigma 1.98 samples: twice 0.35 of a cell's width.
    private static let third: [Float] = [0.201679, 0.177528, 0.121083, 0.06399, 0.026203, 0.008314, 0.002044]

    /// Gaussian, sigma 1.7 samples.
    private static let close: [Float] = [0.234914, 0.197593, 0.117587, 0.049508, 0.014747, 0.003108]
}
