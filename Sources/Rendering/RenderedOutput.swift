public import Domain

/// One finished file.
public struct RenderedOutput: Equatable, Sendable {
    public let kind: OutputKind
    /// The ending of its name, without the first dot: `txt`, `art.png`.
    public var ending: String { kind.rawValue }
    public let bytes: [UInt8]

    public init(kind: OutputKind, bytes: [UInt8]) {
        self.kind = kind
        self.bytes = bytes
    }
}
