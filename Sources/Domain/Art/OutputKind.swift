/// A file that a finished job leaves in its outbox.
public enum OutputKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Plain text, never with colour.
    case txt
    /// Text with 24-bit colour escapes for terminals.
    case ansi
    case html
    /// The art as a picture.
    case artPNG = "art.png"
    /// The generated or dropped picture, byte for byte as it came.
    case picture
    /// The provenance. Always written, and always last: its arrival says that all others are there.
    case json
}
