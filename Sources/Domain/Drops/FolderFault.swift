/// Why a folder's own file can't be gone by. That is no drop's fault: they wait until it is mended.
public struct FolderFault: Error, Equatable, Sendable {
    public enum Reason: Equatable, Sendable {
        case mistake(PromptFailure)
        case unreadable(FileFailure)
    }

    /// The file, from the watch folder on.
    public let file: FileName
    public let reason: Reason

    public init(_ file: FileName, _ reason: Reason) {
        self.file = file
        self.reason = reason
    }
}
