package import Domain

/// Makes requests of what drops say. It knows what their folders ask for.
package protocol DropReader: Sendable {
    /// What drops of a folder ask for that say nothing: the folder's request, with `files` laid over it in their order.
    func base(_ files: [FolderFile], folder: String) -> Result<Request, FolderFault>

    /// What a text asks for over `base`, by its name's ending: one request, or a batch of them.
    func requests(
        in text: [UInt8], named name: FileName, folder: String, over base: Request
    ) -> Result<[DropLine], PromptFailure>

    /// What the file `name` beside a picture of `bytes` bytes asks for over `base`.
    func request(
        beside picture: StoredPicture, bytes: Int64, in text: [UInt8], named name: FileName, folder: String,
        over base: Request
    ) async -> Result<Request, DropFailure>

    /// Those lines of a batch alone, ready to be dropped again.
    func excerpt(
        of text: [UInt8], named name: FileName, folder: String, lines: Set<Int>
    ) -> Result<[UInt8], PromptFailure>
}
