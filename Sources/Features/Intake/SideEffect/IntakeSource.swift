public import Domain
public import IntakeFeature

/// What a watch folder's drops become, and what becomes of their sources.
public struct IntakeSource: Equatable, Sendable {
    /// What becomes of the source of a drop that succeeded.
    public enum After: String, Equatable, Sendable, Codable, CaseIterable {
        /// It is moved to `ARCHIVE/YYYY/MM`.
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
    /// Where what failed is kept, with a sentence each.
    public let failed: FolderPath
    /// Where the other sources are kept, a folder a month.
    public let archive: FolderPath
    public let sidecar: SidecarRule
    /// The backends whose pictures have a price.
    public let priced: Set<String>
    /// In no order, each once; never empty.
    public let accepted: [AcceptedKind]
    /// Whether each line of a prompt file is a prompt of its own.
    public let hasPromptLines: Bool

    /// `failed` and `archive` lie in the folder itself unless they are given: `failed`, `done`.
    public init(
        name: String, path: FolderPath, outbox: FolderPath, request: Request, after: After = .archive,
        failed: FolderPath? = nil, archive: FolderPath? = nil, sidecar: SidecarRule = .optional,
        hasPromptLines: Bool = false, priced: Set<String> = [], accepted: [AcceptedKind] = AcceptedKind.allCases
    ) {
        self.name = name
        self.path = path
        self.outbox = outbox
        self.request = request
        self.after = after
        self.failed = failed ?? path.appending("failed")
        self.archive = archive ?? path.appending("done")
        self.sidecar = sidecar
        self.priced = priced
        self.accepted = accepted
        self.hasPromptLines = hasPromptLines
    }

    /// Whether a person has to say first that it may be paid for.
    func wantsApproval(of request: Request, _ drop: Drop) -> Bool {
        drop.isHeld && request.source.task != nil && priced.contains(request.generation.backend)
    }

    /// Whether a file of this name holds a request on each line.
    func isBatch(_ name: FileName) -> Bool {
        switch DropKind(ending: name.ending) {
        case .batch: true
        case .prompt: hasPromptLines
        case .picture, .request, nil: false
        }
    }

    func archive(year: Int, month: Int) -> FolderPath {
        archive.appending(String(year)).appending(month < 10 ? "0\(month)" : String(month))
    }
}
