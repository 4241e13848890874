package import Domain

/// The settings of a watch folder.
package struct Watch: Equatable, Sendable {
    /// Disposal of a source file whose jobs are done.
    package enum After: String, Equatable, Sendable, CaseIterable {
        case archive
        case delete
    }

    /// Whether files are moved away or left in place.
    package enum Source: String, Equatable, Sendable, CaseIterable {
        /// Finished files are moved away.
        case take
        /// Files stay in place; each content is processed once.
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

    /// Unique among the watches.
    package var name: String
    package var path: FolderPath
    package var outbox: FolderPath
    /// The time between listings.
    package var interval: Duration
    package var settle: Settle
    /// `interval` and `settle` on a network file system: the configured values, or else a shorter interval and longer
    /// settle times.
    package var remoteInterval: Duration
    package var remoteSettle: Settle
    package var source: Source
    package var after: After
    /// The folder for sources that failed.
    package var failed: FolderPath
    /// The folder for archived sources.
    package var archive: FolderPath
    /// The default request of drops; its prompt is empty.
    package var request: Request
    /// Spending caps of its prompts.
    package var budget: Caps
    package var sidecar: Sidecar
    package var batch: Batch
    package var existing: Existing
    /// Whether a file is ignored until its `NAME.done` exists.
    package var requiresDone: Bool
    /// Never empty.
    package var accepted: [Accepted]
    /// The template of prompts: `{prompt}` is replaced by the prompt.
    package var template: String?
    /// Whether the newest outputs are also kept in the outbox as `latest.EXT`.
    package var keepsLatest: Bool
    /// Whether only backends on this machine may be used.
    package var isLocalOnly: Bool
    /// Whether files in subfolders are processed too.
    package var isRecursive: Bool
    /// Whether the names of a file's subfolders become its tags.
    package var hasFolderTags: Bool
    package var layout: Layout
    /// Whether folder and outbox are used only while they contain their markers.
    package var requiresMarker: Bool

    /// `failed` and `archive` default to the subfolders `failed` and `done`. An observed folder's `failed` defaults
    /// to a subfolder of its outbox.
    package init(
        name: String, path: FolderPath, outbox: FolderPath, interval: Duration = .seconds(30),
        settle: Settle = Settle(), after: After = .archive, failed: FolderPath? = nil, archive: FolderPath? = nil,
        request: Request = .builtIn, budget: Caps = Caps(), sidecar: Sidecar = .optional, batch: Batch = .off,
        existing: Existing = .hold, requiresMarker: Bool = true, requiresDone: Bool = false,
        accepted: [Accepted] = Accepted.allCases, template: String? = nil, keepsLatest: Bool = false,
        isLocalOnly: Bool = false, remoteInterval: Duration = .seconds(5),
        remoteSettle: Settle = Settle(picture: .seconds(5), prompt: .seconds(5)), isRecursive: Bool = true,
        hasFolderTags: Bool = true, layout: Layout = .mirror, source: Source = .take
    ) {
        self.name = name
        self.path = path
        self.outbox = outbox
        self.interval = interval
        self.settle = settle
        self.after = after
        self.source = source
        self.failed = failed ?? (source == .observe ? outbox : path).appending("failed")
        self.archive = archive ?? path.appending("done")
        self.request = request
        self.budget = budget
        self.sidecar = sidecar
        self.batch = batch
        self.existing = existing
        self.requiresMarker = requiresMarker
        self.requiresDone = requiresDone
        self.accepted = accepted
        self.template = template
        self.remoteInterval = remoteInterval
        self.remoteSettle = remoteSettle
        self.keepsLatest = keepsLatest
        self.isLocalOnly = isLocalOnly
        self.isRecursive = isRecursive
        self.hasFolderTags = hasFolderTags
        self.layout = layout
    }
}

extension Watch {
    /// Marks folders that lie inside a watch folder as relative to it, because everybody who can drop files there
    /// could replace them by a link.
    func rooted(at roots: [FolderPath]) -> Watch {
        var watch = self
        for root in roots {
            watch.outbox = watch.outbox.rooted(at: root)
            watch.failed = watch.failed.rooted(at: root)
            watch.archive = watch.archive.rooted(at: root)
        }
        return watch
    }
}
