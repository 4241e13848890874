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
