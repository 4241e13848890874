package import Domain

/// Parses drops into requests. Knows the settings of their folders.
package protocol DropParser: Sendable {
    /// The request for drops that don't set anything themselves: the folder's request, overridden by `files` in their
    /// order.
    func base(_ files: [FolderConfigFile], folder: String) -> Result<Request, FolderConfigFailure>

    /// Parses a text as one request or a batch, according to its extension. `base` supplies what is not set.
    func requests(
        in text: [UInt8], named name: FileName, folder: String, over base: Request
    ) -> Result<[DropLine], PromptFailure>

    /// Parses the sidecar `name` of a picture of `bytes` bytes. `base` supplies what is not set.
    func request(
        beside picture: StoredPicture, bytes: Int64, in text: [UInt8], named name: FileName, folder: String,
        over base: Request
    ) async -> Result<Request, DropFailure>

    /// Returns only the given lines of a batch, ready to be dropped again.
    func excerpt(
        of text: [UInt8], named name: FileName, folder: String, lines: Set<Int>
    ) -> Result<[UInt8], PromptFailure>
}

/// Guesses from the first bytes whether a file is text.
enum TextHead {
    /// `true` for UTF-8 without control characters that don't occur in text. A character that is cut off at the end is
    /// accepted.
    static func looksLikeText(_ head: [UInt8]) -> Bool {
        if head.isEmpty || ControlCharacter.offset(in: head) != nil { return false }
        return (0...min(3, head.count - 1)).contains { String(validating: head.dropLast($0), as: UTF8.self) != nil }
    }
}
