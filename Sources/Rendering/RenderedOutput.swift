public import Domain

/// One finished file.
public struct RenderedOutput: Equatable, Sendable {
    public let kind: OutputKind
    /// The ending of its name, without the first dot: `txt`, `art.png`.
    public var ending: String { kind.rawValue }
    public let bytes: [UInt8]
    /// How near it comes to the picture; `nil` where that wasn't asked for.
    public let score: ArtScore?

    public init(kind: OutputKind, bytes: [UInt8], score: ArtScore? = nil) {
        self.kind = kind
        self.bytes = bytes
        self.score = score
    }
}
