/// Moves blobs from earlier stores to the one that new blobs are written to, oldest first, while work goes on.
package protocol BlobMoving: Sendable {
    /// Where blobs are moved to.
    var target: BlobStoreKind { get }

    /// Moves some blobs. A blob is deleted from its earlier store only after it was read whole from the new one, so that
    /// it can be interrupted at any time and goes on where it was.
    func moveSome() async throws(FileFailure) -> BlobMoveStep
}

/// The result of one step of a move.
package struct BlobMoveStep: Equatable, Sendable {
    package var moved = 0
    /// The size of those.
    package var bytes: Int64 = 0
    /// The number of blobs that are still to be moved.
    package var left = 0
    /// Blobs whose content doesn't match their digest. They stay where they are.
    package var damaged: [Digest] = []

    package init(moved: Int = 0, bytes: Int64 = 0, left: Int = 0, damaged: [Digest] = []) {
        (self.moved, self.bytes, self.left, self.damaged) = (moved, bytes, left, damaged)
    }
}
