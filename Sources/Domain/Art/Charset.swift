/// Which characters art is made of.
package enum Charset: String, Equatable, Sendable, Codable, CaseIterable {
    /// ` .:-=+*#%@`
    case basic
    /// The seventy characters of Paul Bourke's ramp.
    case extended
    /// ` ░▒▓█`
    case blocks
    /// ` .#`
    case minimal
    /// The ten digits and the space.
    case digits
    /// `▀` with a colour above and one below: two square pixels a cell.
    case half
    /// The 95 printable characters of ASCII, matched by shape.
    case ascii
    /// ASCII and the letters and signs of Latin-1, matched by shape.
    case latin
    /// Quarters of a cell: `▘▝▖▗▚▞▛▜▙▟▀▄▌▐█`.
    case quad
    /// Sixths of a cell (Unicode 13). Few fonts have them; many terminals draw them.
    case sextant
    /// Eighths of a cell (Unicode 16). Few fonts have them; some terminals draw them.
    case octant
    /// Eight dots a cell.
    case braille
    /// Halves, quarters and eighths of a cell, which most fonts have.
    case block
    /// Lines and corners: `─│┌┐└┘├┤┬┴┼╱╲╳` and their kin.
    case box
    /// All of these, but for braille.
    case all
}
