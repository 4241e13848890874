package import Domain
package import IntakeFeature

/// What a watch folder's drops become, and what becomes of their sources.
package struct IntakeSource: Equatable, Sendable {
    /// What becomes of the source of a drop that succeeded.
    package enum After: String, Equatable, Sendable, Codable, CaseIterable {
        /// It is moved to `ARCHIVE/YYYY/MM`.
        case archive
        case delete
    }

    /// Where in the outbox a file's outputs lie.
    package enum Layout: String, Equatable, Sendable, CaseIterable {
        /// In the folders that the file lies in below the watch folder.
        case mirror
        case flat
        /// In `YYYY/MM/DD`, by the day that the file was taken.
        case date
    }

    /// The watch folder's name.
    package let name: String
    package let path: FolderPath
    package let outbox: FolderPath
    /// What is asked for when a drop says nothing; a picture's source takes the place of its own.
    package let request: Request
    package let after: After
    /// Where what failed is kept, with a sentence each.
    package let failed: FolderPath
    /// Where the other sources are kept, a folder a month.
    package let archive: FolderPath
    package let sidecar: SidecarRule
    /// The backends whose pictures have a price.
    package let priced: Set<String>
    /// In no order, each once; never empty.
    package let accepted: [AcceptedKind]
    /// Whether each line of a prompt file is a prompt of its own.
    package let hasPromptLines: Bool
    /// Whether what lies in the folders below it is taken too.
    package let isRecursive: Bool
    /// Whether the folders that a file lies in below it become tags.
    package let hasFolderTags: Bool
    package let layout: Layout
    /// Whether files stay where they are: each content is worked off once.
    package let isObserved: Bool
    /// Whether files are only seen once their `NAME.done` lies beside them.
    package let requiresDone: Bool
    /// Whether files are left alone that lay there before the folder was first used.
    package let ignoresExisting: Bool
    /// Folders that the service writes into, wherever they lie: they are never gone into.
    package let own: [FolderPath]

    /// `failed` and `archive` lie in the folder itself unless they are given: `failed`, `done`. The texts of an observed one
    /// lie in `failed` of its outbox.
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

    func archive(_ day: LocalDay) -> FolderPath {
        archive.appending(day.year.digits(4)).appending(day.month.digits(2))
    }

    /// The name that a drop's outputs are made of, below the outbox.
    func outputName(of name: FileName, on day: LocalDay) -> FileName {
        switch layout {
        case .mirror: name
        case .flat: name.last
        case .date: FileName(day.text.split(separator: "-").joined(separator: "/")).appending(name.last)
        }
    }

    /// What is asked for, with the folders that the file lies in as tags; what can't be a tag is left out.
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
