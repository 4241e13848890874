/// The reason why a drop did not become a job, or its job failed.
package enum DropFailure: Error, Equatable, Sendable, Codable {
    /// A folder whose name has the extension of a picture or a prompt.
    case folder
    /// A symbolic link.
    case link
    /// A FIFO, a socket or a device.
    case special
    case empty
    case unreadable(FileFailure)
    case tooLarge(bytes: Int64, limit: Int64)
    /// Neither a picture by its first bytes nor a text by its extension. `looksLikeText`: its bytes are text.
    case unknownKind(ending: String, looksLikeText: Bool)
    /// The watch folder accepts only drops of the kinds `accepted`.
    case notAccepted(kind: String, accepted: [String])
    /// The name has the extension of a picture, but the content is not one.
    case notAPicture(ending: String, looksLikeText: Bool)
    case picture(PictureFailure)
    case prompt(PromptFailure)
    /// The TOML file beside a picture is invalid.
    case sidecar(PromptFailure)
    /// The TOML file beside a picture can't be read.
    case sidecarFile(FileFailure)
    /// The watch folder requires a TOML file beside each picture, and none arrived within `seconds`.
    case sidecarMissing(seconds: Int)
    /// The text is an output that this service delivered for the given job.
    case ownOutput(JobID)
    /// The file disappeared before it could be read.
    case vanished
    /// The file was removed or overwritten while its job waited, so nothing was made. The file that has its name now,
    /// even with the same content, is a new drop.
    case withdrawn
    /// The job made from the drop failed.
    case job(JobFailure)
    /// A job failed that makes one of several samples.
    case sample(JobFailure)

    /// Whether the file was there and was refused. Such a drop gets a failed job.
    package var isRefusal: Bool {
        switch self {
        case .vanished, .withdrawn, .job, .sample: false
        default: true
        }
    }
}

/// The reason why a text is rejected as a prompt. Detected before anything is paid for.
package enum PromptFailure: Error, Equatable, Sendable, Codable {
    case empty
    case tooLong(characters: Int, limit: Int)
    /// Not UTF-8 at byte `offset`; `likely` names the encoding that it seems to be in, such as `CP949`.
    case notUTF8(offset: Int, likely: String?)
    /// A NUL or another control character: a binary file with the name of a text file.
    case binary(offset: Int)
    /// Starts with `---`. YAML is not supported; `+++` opens TOML front matter.
    case yamlFrontMatter
    /// Front matter opened with `+++` that has no closing `+++`.
    case frontMatterNotClosed
    case frontMatter(FieldFailure)
    /// An invalid field of a request file.
    case request(FieldFailure)
    /// A batch without any prompt.
    case emptyBatch
    case tooManyLines(lines: Int, limit: Int)
    /// The samples of a batch's lines, added up.
    case tooManyPictures(pictures: Int, limit: Int)
    /// The requested backend doesn't support an option of the request.
    case unfit(FieldFailure)
    case promptTwice(line: Int)
    /// Every line, from this one on, names a picture instead of describing one.
    case pictureList(line: Int)
}

/// An invalid or unreadable `.textify.toml` file. The drops below it wait until it is fixed; they do not fail.
package struct FolderConfigFailure: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        case mistake(PromptFailure)
        case unreadable(FileFailure)
    }

    /// The file, relative to the watch folder.
    package let file: FileName
    package let reason: Reason

    package init(_ file: FileName, _ reason: Reason) {
        self.file = file
        self.reason = reason
    }
}
