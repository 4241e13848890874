/// One file of a job in its outbox.
public struct OutputFile: Hashable, Sendable, Codable {
    public let kind: OutputKind
    /// The reserved final name.
    public let name: FileName
    /// `.JOBID.EXT.part`: where it lies until it is delivered.
    public let part: FileName

    public init(kind: OutputKind, name: FileName, part: FileName) {
        self.kind = kind
        self.name = name
        self.part = part
    }
}
