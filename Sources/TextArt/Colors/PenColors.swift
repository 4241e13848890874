internal import CTextArt
internal import Domain

/// A medium's colours in the channels that they are matched in.
struct PenColors {
    let colors: [RGB]
    /// One element: an array is handed over without a copy.
    let pens: [textart_pens]

    /// The light of codes from 0 to 255 in halves, from 0 to 1.
    static let halves: [Float] = (0...510).map { index in
        let (low, high) = (LinearLight.ofCode[index / 2], LinearLight.ofCode[(index + 1) / 2])
        return Float(low + high) / Float(2 * LinearLight.full)
    }

    /// Matched by their light, or by their codes where `isNear`. At most 256 are used.
    init(_ colors: [RGB], isNear: Bool) {
        self.colors = colors
        var pens = textart_pens()
        pens.is_near = isNear ? 1 : 0
        for color in colors { textart_add_pen(&pens, [color.red, color.green, color.blue], PenColors.halves) }
        self.pens = [pens]
    }
}
