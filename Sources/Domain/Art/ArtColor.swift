/// The colours of an output. `txt` is always without.
package enum ArtColor: String, Equatable, Sendable, Codable, CaseIterable {
    case none
    /// Black and white.
    case two = "2"
    /// The eight dark colours of a terminal.
    case eight = "8"
    /// The sixteen colours of a terminal.
    case sixteen = "16"
    /// The colours of a terminal that have fixed places: a cube of 216 and 24 greys.
    case palette = "256"
    /// 24 bits.
    case full
}
