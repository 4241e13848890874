/// One file of a job in its outbox.
package struct OutputFile: Hashable, Sendable, Codable {
    package let kind: OutputKind
    /// The reserved final name.
    package let name: FileName
    /// `.JOBID.EXT.part`: where it lies until it is delivered.
    package let part: FileName

    package init(kind: OutputKind, name: FileName, part: FileName) {
        self.kind = kind
        self.name = name
        self.part = part
    }
}
