public import Domain

/// A folder that is watched, and what becomes of its drops.
public struct Watch: Equatable, Sendable {
    /// What becomes of a source whose jobs are done.
    public enum After: String, Equatable, Sendable, CaseIterable {
        case archive
        case delete
    }

    /// What becomes of files.
    public enum Source: String, Equatable, Sendable, CaseIterable {
        /// They are moved away when they are done.
        case take
        /// They stay, and each content is worked off once.
        case observe
    }

    /// Whether a picture needs a file beside it that says what is asked for of it.
    public enum Sidecar: String, Equatable, Sendable, CaseIterable {
        case optional
        case required
    }

    /// What becomes of prompts that lay there before the folder was first used.
    public enum Existing: String, Equatable, Sendable, CaseIterable {
        case take
        /// A person has to approve those that cost money, and more than 50 at once.
        case hold
        case ignore
    }

    /// What a folder takes.
    public enum Accepted: String, Equatable, Sendable, CaseIterable {
        case pictures
        case prompts
        /// Whole requests and batches.
        case requests
    }

    /// What a prompt file holds.
    public enum Batch: String, Equatable, Sendable, CaseIterable {
        /// One prompt.
        case off
        /// A prompt on each line.
        case lines
    }

    /// Where in the outbox the outputs of what lies in sub-folders go.
    public enum Layout: String, Equatable, Sendable, CaseIterable {
        /// In sub-folders of the same names.
        case mirror
        case flat
        /// In a folder for each day: `YYYY/MM/DD`.
        case date
    }

    /// How long a file must stay unchanged before it is taken.
    public struct Settle: Equatable, Sendable {
        public var picture: Duration
        public var prompt: Duration

        public init(picture: Duration = .seconds(1), prompt: Duration = .seconds(5)) {
            self.picture = picture
            self.prompt = prompt
        }
    }

    /// Unique among the watches.
    public var name: String
    public var path: FolderPath
    public var outbox: FolderPath
    /// From one listing to the next.
    public var interval: Duration
    public var settle: Settle
    /// The two on a network file system: the same where the file says them, else shorter and longer.
    public var remoteInterval: Duration
    public var remoteSettle: Settle
    public var source: Source
    public var after: After
    /// Where sources go that could not be worked off.
    public var failed: FolderPath
    /// Where the other sources go, when they are archived.
    public var archive: FolderPath
    /// What its drops ask for when they say nothing themselves; its prompt is empty.
    public var request: Request
    /// What its prompts may spend.
    public var budget: Caps
    public var sidecar: Sidecar
    public var batch: Batch
    public var existing: Existing
    /// Whether files are only seen once their `NAME.done` lies beside them.
    public var requiresDone: Bool
    /// Never empty.
    public var accepted: [Accepted]
    /// What becomes of a prompt: `{prompt}` stands for its words.
    public var template: String?
    /// Whether the newest outputs lie in the outbox as `latest.EXT` too.
    public var keepsLatest: Bool
    /// Whether only backends on this machine may be asked.
    public var isLocalOnly: Bool
    /// Whether what lies in its sub-folders is taken too.
    public var isRecursive: Bool
    /// Whether the sub-folders that a file lies in become tags.
    public var hasFolderTags: Bool
    public var layout: Layout
    /// Whether folder and outbox are only used while their markers lie in them.
    public var requiresMarker: Bool

    /// `failed` and `archive` lie in the folder itself unless they are given: `failed`, `done`. An observed folder has
    /// `failed` in its outbox.
    public init(
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
    /// With those of its folders that lie in a watch folder below that: whoever drops there could put a link in their place.
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
