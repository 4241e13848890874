/// Why a drop could not become a job, or its job failed.
package enum DropFailure: Error, Equatable, Sendable, Codable {
    /// A folder with a picture's or a prompt's name.
    case folder
    case link
    /// A FIFO, a socket or a device.
    case special
    case empty
    case unreadable(FileFailure)
    case tooLarge(bytes: Int64, limit: Int64)
    /// Neither a picture by its first bytes nor a text by its ending. `looksLikeText` when its bytes are text.
    case unknownKind(ending: String, looksLikeText: Bool)
    /// Its folder does not take such drops, but those of the kinds `accepted`.
    case notAccepted(kind: String, accepted: [String])
    /// A picture's ending on something that is no picture.
    case notAPicture(ending: String, looksLikeText: Bool)
    case picture(PictureFailure)
    case prompt(PromptFailure)
    /// What the file beside a picture says can't be taken.
    case sidecar(PromptFailure)
    /// The file beside a picture can't be read.
    case sidecarFile(FileFailure)
    /// The folder wants a file beside each picture, and none came within so many seconds.
    case sidecarMissing(seconds: Int)
    /// A text that is a file which we delivered ourselves.
    case ownOutput(JobID)
    /// It was gone before it could be read.
    case vanished
    /// It was taken away or written over while it waited, so that nothing was made of it. What lies there now under its
    /// name, and be it the same again, is a drop of its own.
    case withdrawn
    /// Its job failed.
    case job(JobFailure)
}
