/// Which characters art is made of.
public enum Charset: String, Equatable, Sendable, Codable, CaseIterable {
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
}
