/// The result of one step of moving pictures, or of all of them.
package struct BlobMoveAnswer: Codable, Equatable, Sendable {
    /// The number of pictures that were moved.
    package var moved: Int
    /// Their size.
    package var bytes: Int64
    /// The number of pictures that are still to be moved.
    package var left: Int
    /// The SHA-256 of damaged pictures, which stay where they are.
    package var damaged: [String]

    package init(moved: Int = 0, bytes: Int64 = 0, left: Int = 0, damaged: [String] = []) {
        self.moved = moved
        self.bytes = bytes
        self.left = left
        self.damaged = damaged
    }
}
