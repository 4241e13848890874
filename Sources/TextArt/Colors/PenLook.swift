/// What art of few colours is made to be near to: the squared difference as it looks, at several blurs, added up.
struct PenLook {
    let blurs: [ToneLook.Blur]
    /// How much structure finer than the samples counts, which no picture has.
    let grain: Float
    /// Compares sRGB codes, as the eye sees what is near, instead of linear light, as it mixes what is far.
    let isNear: Bool
    /// Whether a cell makes up for what the cells before it lack.
    var hasContext: Bool

    /// Faithful: what is seen from where characters blur by half a cell. Where there are many colours, structure costs
    /// little, and counts more.
    static func tone(colors: Int) -> PenLook {
        let share: Float = colors > 16 ? 0.1 : 0.02
        return PenLook(
            blurs: [ToneLook.Blur(weight: 1, taps: half), ToneLook.Blur(weight: share, taps: [1])], grain: share,
            isNear: false, hasContext: true)
    }

    /// Clear: structure counts as it is, and nothing is mixed.
    static let sharp = PenLook(
        blurs: [ToneLook.Blur(weight: 1, taps: [1])], grain: 1, isNear: true, hasContext: false)

    /// For pictures whose dots have been dithered: they are kept where two colours can show a cell, and made up for by the
    /// cells around where not.
    static let dots = PenLook(
        blurs: [ToneLook.Blur(weight: 1, taps: half), ToneLook.Blur(weight: 0.3, taps: [1])], grain: 0.3,
        isNear: false, hasContext: true)

    /// Gaussian, sigma 2.83 samples: twice half of a cell's width, once for each factor of the square.
    private static let half: [Float] = [
        0.141073, 0.132535, 0.109899, 0.080431, 0.051956, 0.029622, 0.014906, 0.006621, 0.002595, 0.000898,
    ]

    /// Differences of sRGB codes as luma, and as colour against luma, which counts less.
    static let nearMatrix: [Float] = {
        let luma: [Float] = [0.2126, 0.7152, 0.0722]
        let color: Float = 0.65
        return luma.map { $0 * 1.7 }
            + [0, 2].flatMap { channel in
                (0..<3).map { (($0 == channel ? 1 : 0) - luma[$0]) * color }
            }
    }()
}
