package import Domain

/// Writes the frames of moving art as a file, piece by piece: the caller takes `out` whenever it likes.
package protocol MotionWriter {
    /// What has been written since the caller last took it.
    var out: [UInt8] { get set }
    /// Adds a frame that is shown from `now` on, in milliseconds since the first one. All frames have one size.
    mutating func add(_ frame: ArtGrid, at now: Int) throws(PictureFailure)
    /// Ends the file: the last frame is shown until `now`.
    mutating func finish(at now: Int) throws(PictureFailure)
}
