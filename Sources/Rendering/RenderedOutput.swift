package import Domain

/// One finished file.
package struct RenderedOutput: Equatable, Sendable {
    package let kind: OutputKind
    /// The ending of its name, without the first dot: `txt`, `art.png`.
    package var ending: String { kind.rawValue }
    package let bytes: [UInt8]
    /// How near it comes to the picture; `nil` where that wasn't asked for.
    package let score: ArtScore?

    package init(kind: OutputKind, bytes: [UInt8], score: ArtScore? = nil) {
        self.kind = kind
        self.bytes = bytes
        self.score = score
    }
}
