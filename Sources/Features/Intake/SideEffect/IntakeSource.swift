public import Domain

/// What a watch folder's drops become, and what becomes of their sources.
public struct IntakeSource: Equatable, Sendable {
    /// What becomes of the source of a drop that succeeded.
    public enum After: String, Equatable, Sendable, Codable, CaseIterable {
        /// It is moved to `PATH/done/YYYY/MM`.
        case archive
        case delete
    }

    /// The watch folder's name.
    public let name: String
    public let path: FolderPath
    public let outbox: FolderPath
    /// What is asked for when a drop says nothing; a picture's source takes the place of its own.
    public let request: Request
    public let after: After

    public init(name: String, path: FolderPath, outbox: FolderPath, request: Request, after: After = .archive) {
        self.name = name
        self.path = path
        self.outbox = outbox
        self.request = request
        self.after = after
    }

    /// Where what failed is kept, with a sentence each.
    var failed: FolderPath { path.appending("failed") }

    func archive(year: Int, month: Int) -> FolderPath {
        path.appending("done").appending(String(year)).appending(month < 10 ? "0\(month)" : String(month))
    }
}
