/// What a job that was forgotten leaves, for somebody to clear away.
package struct ForgottenJob: Equatable, Sendable {
    package let outbox: FolderPath
    /// What it delivered there.
    package let outputs: [OutputFile]
    /// The pictures that it was made from or made.
    package let pictures: [Digest]

    package init(outbox: FolderPath, outputs: [OutputFile], pictures: [Digest]) {
        self.outbox = outbox
        self.outputs = outputs
        self.pictures = pictures
    }
}
