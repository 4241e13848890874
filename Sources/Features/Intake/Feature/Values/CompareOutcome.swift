package import Domain

/// Whether a file under a drop's name is the drop's own, though its inode or its time is another.
package enum CompareOutcome: Equatable, Sendable {
    /// It holds the same: the drop goes by these identities from now on.
    case same(FileIdentity, sidecar: FileIdentity?)
    /// It holds something else: a drop of its own.
    case other
    /// It could not be read now, or has changed meanwhile.
    case unclear
}
