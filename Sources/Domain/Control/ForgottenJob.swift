/// What a job that was forgotten leaves, for somebody to clear away.
public struct ForgottenJob: Equatable, Sendable {
    public let outbox: FolderPath
    /// What it delivered there.
    public let outputs: [OutputFile]
    /// The pictures that it was made from or made.
    public let pictures: [Digest]

    public init(outbox: FolderPath, outputs: [OutputFile], pictures: [Digest]) {
        self.outbox = outbox
        self.outputs = outputs
        self.pictures = pictures
    }
}
