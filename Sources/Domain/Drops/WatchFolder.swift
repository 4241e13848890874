/// A watch folder: where its files, results and failures are, and its rules.
package struct WatchFolder: Equatable, Sendable {
    /// Unique among the watch folders.
    package var name: String
    package var path: FolderPath
    package var outbox: FolderPath
    /// The folder for failed sources and their explanations.
    package var failed: FolderPath
    /// The folder for archived sources, with a subfolder per month.
    package var archive: FolderPath
    package var rules: WatchRules

    /// `failed` and `archive` default to the subfolders `failed` and `done`. An observed folder's `failed` defaults
    /// to a subfolder of its outbox.
    package init(
        name: String, path: FolderPath, outbox: FolderPath, failed: FolderPath? = nil, archive: FolderPath? = nil,
        rules: WatchRules = WatchRules()
    ) {
        self.name = name
        self.path = path
        self.outbox = outbox
        self.failed = failed ?? (rules.isObserved ? outbox : path).appending("failed")
        self.archive = archive ?? path.appending("done")
        self.rules = rules
    }

    /// The folders that the service writes into.
    package var targets: [FolderPath] { [outbox, failed, archive] }

    /// Marks folders that lie inside a watch folder as relative to it, because everybody who can drop files there
    /// could replace them by a link.
    package func rooted(at roots: [FolderPath]) -> WatchFolder {
        var watch = self
        for root in roots {
            watch.outbox = watch.outbox.rooted(at: root)
            watch.failed = watch.failed.rooted(at: root)
            watch.archive = watch.archive.rooted(at: root)
        }
        return watch
    }
}

extension WatchFolder {
    /// The names of a file's subfolders that become its tags. Names that can't be tags are omitted.
    package func subfolderTags(of name: FileName) -> [String] {
        guard rules.hasFolderTags, let parent = name.parent else { return [] }
        return parent.components.compactMap(\.tag)
    }
}

extension FileName {
    fileprivate var tag: String? {
        guard let text, (1...TagLimits.characters).contains(text.unicodeScalars.count),
            text.first?.isWhitespace == false
        else { return nil }
        return text.last?.isWhitespace == true || text != shown ? nil : text
    }
}

/// The rules of a watch folder. Each is described once, in the field table that reads it; listing, reading and
/// delivery use the same value.
package struct WatchRules: Equatable, Sendable {
    /// Disposal of a source file whose jobs are done.
    package enum After: String, Equatable, Sendable, CaseIterable {
        case archive
        case delete
    }

    /// Whether files are moved away or left in place.
    package enum Source: String, Equatable, Sendable, CaseIterable {
        /// Finished files are moved away.
        case take
        /// Files stay in place; files with the same content are processed only once.
        case observe
    }

    /// Whether a picture requires a sidecar file with its request.
    package enum Sidecar: String, Equatable, Sendable, CaseIterable {
        case optional
        case required
    }

    /// Treatment of prompts that were present before the folder's first use.
    package enum Existing: String, Equatable, Sendable, CaseIterable {
        case take
        /// Prompts that cost money, and more than 50 at once, need approval.
        case hold
        case ignore
    }

    /// The kinds of files that a folder accepts.
    package enum Accepted: String, Equatable, Sendable, CaseIterable {
        case pictures
        case prompts
        /// Complete requests and batches.
        case requests
    }

    /// The structure of prompt files.
    package enum Batch: String, Equatable, Sendable, CaseIterable {
        /// One prompt.
        case off
        /// A prompt on each line.
        case lines
    }

    /// Treatment of dropped pictures that are byte for byte the same as that of an artwork.
    package enum Duplicates: String, Equatable, Sendable, CaseIterable {
        /// They are converted like any other.
        case keep
        /// They are archived without being converted again.
        case skip
    }

    /// The layout in the outbox of outputs from subfolders.
    package enum Layout: String, Equatable, Sendable, CaseIterable {
        /// In subfolders of the same names.
        case mirror
        case flat
        /// One folder per day: `YYYY/MM/DD`.
        case date
    }

    /// The time for which a file must stay unchanged before it is picked up.
    package struct Settle: Equatable, Sendable {
        package var picture: Duration
        package var prompt: Duration

        package init(picture: Duration = .seconds(1), prompt: Duration = .seconds(5)) {
            self.picture = picture
            self.prompt = prompt
        }
    }

    /// How often a folder is listed, and for how long its files must stay unchanged.
    package struct Pace: Equatable, Sendable {
        /// The longest time between two listings.
        package var interval: Duration
        package var settle: Settle

        package init(interval: Duration = .seconds(30), settle: Settle = Settle()) {
            self.interval = interval
            self.settle = settle
        }

        /// The pace on a network file system, where the kernel doesn't report changes made by other machines and where
        /// they become visible late.
        package static var remote: Pace {
            Pace(interval: .seconds(5), settle: Settle(picture: .seconds(5), prompt: .seconds(5)))
        }
    }

    package var pace = Pace()
    /// Replaces `pace` on a network file system.
    package var remotePace = Pace.remote
    package var source = Source.take
    package var after = After.archive
    /// The default request of drops; its prompt is empty.
    package var request: Request
    /// Spending caps of its prompts.
    package var budget = Caps()
    package var sidecar = Sidecar.optional
    package var batch = Batch.off
    package var existing = Existing.hold
    package var duplicates = Duplicates.keep
    /// Whether a file is ignored until its `NAME.done` exists.
    package var requiresDone = false
    /// Never empty.
    package var accepted = Accepted.allCases
    /// The template of prompts; `nil` leaves them as they are.
    package var template: PromptTemplate?
    /// Whether the newest outputs are also kept in the outbox as `latest.EXT`.
    package var keepsLatest = false
    /// Whether only backends on this machine may be used.
    package var isLocalOnly = false
    /// Whether its pictures are shown to the vision model that suggests tags.
    package var suggesting = TagSuggestionMode.offer
    /// Whether files in subfolders are processed too.
    package var isRecursive = true
    /// Whether the names of a file's subfolders become its tags.
    package var hasFolderTags = true
    package var layout = Layout.mirror
    package var onConflict = NameConflict.number
    /// Whether folder and outbox are used only while they contain their markers.
    package var requiresMarker = true

    package init(request: Request = .builtIn) {
        self.request = request
    }

    package var isObserved: Bool { source == .observe }
}
