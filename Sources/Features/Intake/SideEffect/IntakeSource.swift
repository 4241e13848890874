package import Domain
package import IntakeFeature

/// The settings of a watch folder that the processing and disposal of its drops need.
package struct IntakeSource: Equatable, Sendable {
    /// The disposal of the source of a successful drop.
    package enum After: String, Equatable, Sendable, Codable, CaseIterable {
        /// Moved to `ARCHIVE/YYYY/MM`.
        case archive
        case delete
    }

    /// The location of a file's outputs in the outbox.
    package enum Layout: String, Equatable, Sendable, CaseIterable {
        /// In the same subfolders as the file in the watch folder.
        case mirror
        case flat
        /// In `YYYY/MM/DD`, the day on which the file was read.
        case date
    }

    /// The watch folder's name.
    package let name: String
    package let path: FolderPath
    package let outbox: FolderPath
    /// The request for drops that set nothing. A picture replaces its source.
    package let request: Request
    package let after: After
    /// The folder for failed sources and their explanations.
    package let failed: FolderPath
    /// The folder for successful sources, with a subfolder per month.
    package let archive: FolderPath
    package let sidecar: SidecarRule
    /// The backends whose pictures have a price.
    package let priced: Set<String>
    /// Unordered, without duplicates, never empty.
    package let accepted: [AcceptedKind]
    /// `true` if each line of a prompt file is a separate prompt.
    package let hasPromptLines: Bool
    /// `true` if subfolders are included.
    package let isRecursive: Bool
    /// `true` if the names of a file's subfolders become tags.
    package let hasFolderTags: Bool
    package let layout: Layout
    /// `true` if files stay where they are; each content is processed once.
    package let isObserved: Bool
    /// `true` if a file is only picked up once `NAME.done` exists next to it.
    package let requiresDone: Bool
    /// `true` if files that are older than the folder's first use are left alone.
    package let ignoresExisting: Bool
    /// Folders that the service writes into, wherever they are. They are never read.
    package let own: [FolderPath]

    /// `failed` and `archive` default to `failed` and `done` in the folder itself. For an observed folder `failed`
    /// defaults to `failed` in its outbox.
    package init(
        name: String, path: FolderPath, outbox: FolderPath, request: Request, after: After = .archive,
        failed: FolderPath? = nil, archive: FolderPath? = nil, sidecar: SidecarRule = .optional,
        hasPromptLines: Bool = false, priced: Set<String> = [], accepted: [AcceptedKind] = AcceptedKind.allCases,
        isRecursive: Bool = true, hasFolderTags: Bool = true, layout: Layout = .mirror,
        isObserved: Bool = false, requiresDone: Bool = false, ignoresExisting: Bool = false, own: [FolderPath] = []
    ) {
        self.name = name
        self.path = path
        self.outbox = outbox
        self.request = request
        self.after = after
        self.failed = failed ?? (isObserved ? outbox : path).appending("failed")
        self.archive = archive ?? path.appending("done")
        self.sidecar = sidecar
        self.priced = priced
        self.accepted = accepted
        self.hasPromptLines = hasPromptLines
        self.isRecursive = isRecursive
        self.hasFolderTags = hasFolderTags
        self.layout = layout
        self.isObserved = isObserved
        self.requiresDone = requiresDone
        self.ignoresExisting = ignoresExisting
        self.own = own + [self.failed, self.archive, outbox]
    }

    /// `true` if a user has to approve the cost first.
    func needsApproval(of request: Request, _ drop: Drop) -> Bool {
        drop.isHeld && request.source.task != nil && priced.contains(request.generation.backend)
    }

    /// `true` if a file of this name holds one request per line.
    func isBatch(_ name: FileName) -> Bool {
        switch DropKind(ending: name.ending) {
        case .batch: true
        case .prompt: hasPromptLines
        case .picture, .request, nil: false
        }
    }

    func archive(_ day: LocalDay) -> FolderPath {
        archive.appending(day.year.digits(4)).appending(day.month.digits(2))
    }

    /// The base name of a drop's outputs, relative to the outbox.
    func outputName(of name: FileName, on day: LocalDay) -> FileName {
        switch layout {
        case .mirror: name
        case .flat: name.last
        case .date: FileName(day.text.split(separator: "-").joined(separator: "/")).appending(name.last)
        }
    }

    /// The request with the file's subfolders added as tags. Names that can't be tags are omitted.
    func tagged(_ request: Request, for name: FileName) -> Request {
        guard hasFolderTags, let parent = name.parent else { return request }
        var tagged = request
        for tag in parent.components.compactMap(\.tag) where !tagged.tags.contains(tag) {
            tagged.tags.append(tag)
            tagged.note("tags", from: .subfolders)
        }
        return tagged
    }
}

extension FileName {
    fileprivate var tag: String? {
        guard let text, (1...64).contains(text.count), text.first?.isWhitespace == false else { return nil }
        return text.last?.isWhitespace == true || text != shown ? nil : text
    }
}

/// The kinds of drops that a folder accepts.
package enum AcceptedKind: String, Equatable, Sendable, CaseIterable {
    case pictures
    case prompts
    /// Complete requests and batches of requests.
    case requests
}

/// Limits on files that are read from a watch folder.
package struct IntakeLimits: Equatable, Sendable {
    /// The largest file, in bytes.
    package let fileBytes: Int64
    /// The largest text, in bytes: a prompt with its front matter, a request or a sidecar.
    package let promptBytes: Int64
    /// The largest batch, in bytes.
    package let batchBytes: Int64

    package init(fileBytes: Int64 = 256 << 20, promptBytes: Int64 = 1 << 20, batchBytes: Int64 = 64 << 20) {
        self.fileBytes = fileBytes
        self.promptBytes = promptBytes
        self.batchBytes = batchBytes
    }
}
