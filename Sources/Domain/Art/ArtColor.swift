/// The colours of an output. `txt` is always without.
public enum ArtColor: String, Equatable, Sendable, Codable, CaseIterable {
    case none
    /// 24 bits.
    case full
}
