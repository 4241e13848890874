/// The formats that services can be asked for.
public enum GeneratedFormat: String, Hashable, Sendable, Codable, CaseIterable {
    case png
    case jpeg
    case webp
}
