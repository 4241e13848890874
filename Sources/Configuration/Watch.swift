package import Domain

/// A folder that is watched, and what becomes of its drops.
package struct Watch: Equatable, Sendable {
    /// What becomes of a source whose jobs are done.
    package enum After: String, Equatable, Sendable, CaseIterable {
        case archive
        case delete
    }

    /// What becomes of files.
    package enum Source: String, Equatable, Sendable, CaseIterable {
        /// They are moved away when they are done.
        case take
        /// They stay, and each content is worked off once.
        case observe
    }

    /// Whether a picture needs a file beside it that says what is asked for of it.
    package enum Sidecar: String, Equatable, Sendable, CaseIterable {
        case optional
        case required
    }

    /// What becomes of prompts that lay there before the folder was first used.
    package enum Existing: String, Equatable, Sendable, CaseIterable {
        case take
        /// A person has to approve those that cost money, and more than 50 at once.
        case hold
        case ignore
    }

    /// What a folder takes.
    package enum Accepted: String, Equatable, Sendable, CaseIterable {
        case pictures
        case prompts
        /// Whole requests and batches.
        case requests
    }

    /// What a prompt file holds.
    package enum Batch: String, Equatable, Sendable, CaseIterable {
        /// One prompt.
        case off
        /// A prompt on each line.
        case lines
    }

    /// Where in the outbox the outputs of what lies in sub-folders go.
    package enum Layout: String, Equatable, Sendable, CaseIterable {
        /// In sub-folders of the same names.
        case mirror
        case flat
        /// In a folder for each day: `YYYY/MM/DD`.
        case date
    }

    /// How long a file must stay unchanged before it is taken.
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
    /// From one listing to the next.
    package var interval: Duration
    package var settle: Settle
    /// The two on a network file system: the same where the file says them, else shorter and longer.
    package var remoteInterval: Duration
    package var remoteSettle: Settle
    package var source: Source
    package var after: After
    /// Where sources go that could not be worked off.
    package var failed: FolderPath
    /// Where the other sources go, when they are archived.
    package var archive: FolderPath
    /// What its drops ask for when they say nothing themselves; its prompt is empty.
    package var request: Request
    /// What its prompts may spend.
    package var budget: Caps
    package var sidecar: Sidecar
    package var batch: Batch
    package var existing: Existing
    /// Whether files are only seen once their `NAME.done` lies beside them.
    package var requiresDone: Bool
    /// Never empty.
    package var accepted: [Accepted]
    /// What becomes of a prompt: `{prompt}` stands for its words.
    package var template: String?
    /// Whether the newest outputs lie in the outbox as `latest.EXT` too.
    package var keepsLatest: Bool
    /// Whether only backends on this machine may be asked.
    package var isLocalOnly: Bool
    /// Whether what lies in its sub-folders is taken too.
    package var isRecursive: Bool
    /// Whether the sub-folders that a file lies in become tags.
    package var hasFolderTags: Bool
    package var layout: Layout
    /// Whether folder and outbox are only used while their markers lie in them.
    package var requiresMarker: Bool

    /// `failed` and `archive` lie in the folder itself unless they are given: `failed`, `done`. An observed folder has
    /// `failed` in its outbox.
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
