/// Circles without libm: sine and cosine of a part of a full turn, from one polynomial, equal on every machine.
enum Turn {
    /// The sine of `turns` full turns, to about 1e-4.
    static func sine(_ turns: Float) -> Float {
        let part = turns - turns.rounded(.down)
        let folded = part < 0.25 ? part : (part < 0.75 ? 0.5 - part : part - 1)
        let angle = folded * 6.283_185_5
        let square = angle * angle
        return angle * (1 - square * (1.0 / 6 - square * (1.0 / 120 - square * (1.0 / 5040))))
    }

    static func cosine(_ turns: Float) -> Float {
        sine(turns + 0.25)
    }
}
