/// A picture format, known by its first bytes and never by a name.
public enum PictureFormat: String, Equatable, Sendable, Codable, CaseIterable {
    case png
    case jpeg
    case gif
    case webp

    /// Looks at the first 12 bytes or more. `nil` when they open no picture that we know.
    public init?(magic head: some Collection<UInt8>) {
        let bytes = Array(head.prefix(12))
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: Array("GIF8".utf8)) {
            self = .gif
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self = .webp
        } else {
            return nil
        }
    }

    /// Whether this version can decode it.
    public var isReadable: Bool { self == .png || self == .jpeg }

    /// The usual ending of a name, without its dot.
    public var ending: String { self == .jpeg ? "jpg" : rawValue }
}
