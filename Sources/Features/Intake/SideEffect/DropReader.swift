public import Domain

/// Makes requests of what drops say. It knows what their folders ask for.
public protocol DropReader: Sendable {
    /// What a text asks for, by its name's ending: one request, or a batch of them.
    func requests(in text: [UInt8], named name: FileName, folder: String) -> Result<[DropLine], PromptFailure>

    /// What the file `name` beside a picture of `bytes` bytes asks for.
    func request(
        beside picture: StoredPicture, bytes: Int64, in text: [UInt8], named name: FileName, folder: String
    ) async -> Result<Request, DropFailure>

    /// Those lines of a batch alone, ready to be dropped again.
    func excerpt(
        of text: [UInt8], named name: FileName, folder: String, lines: Set<Int>
    ) -> Result<[UInt8], PromptFailure>
}
