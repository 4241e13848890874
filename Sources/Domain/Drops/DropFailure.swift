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

/// Why a text is no prompt. Found before anything is paid for.
package enum PromptFailure: Error, Equatable, Sendable, Codable {
    case empty
    case tooLong(characters: Int, limit: Int)
    /// Not UTF-8 at byte `offset`; `likely` names the encoding that it seems to be in, such as `CP949`.
    case notUTF8(offset: Int, likely: String?)
    /// A NUL or another control character: a binary file with a text's name.
    case binary(offset: Int)
    /// Opens with `---`: YAML is not read, `+++` opens TOML.
    case yamlFrontMatter
    /// `+++` was opened and never closed.
    case frontMatterNotClosed
    case frontMatter(FieldFailure)
    /// A field of a whole request.
    case request(FieldFailure)
    /// A batch without a single line.
    case emptyBatch
    case tooManyLines(lines: Int, limit: Int)
    /// The backend that is asked can't honour it.
    case unfit(FieldFailure)
    case promptTwice(line: Int)
}

/// Why a folder's own file can't be gone by. That is no drop's fault: they wait until it is mended.
package struct FolderFault: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        case mistake(PromptFailure)
        case unreadable(FileFailure)
    }

    /// The file, from the watch folder on.
    package let file: FileName
    package let reason: Reason

    package init(_ file: FileName, _ reason: Reason) {
        self.file = file
        self.reason = reason
    }
}
