/// How well art without colours suits a picture: its structure from near, and its tones from afar.
struct ToneScore: Comparable {
    /// From 0 to 1, at the three coarser of five scales.
    let structure: Double
    /// Correlation of what is seen from afar.
    let tone: Double

    /// What the art explains of the picture's tones counts four times as much as its structure.
    private var total: Double { tone * abs(tone) + structure / 4 }

    static func < (one: ToneScore, other: ToneScore) -> Bool { one.total < other.total }
}
