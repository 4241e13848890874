public import Domain

/// A folder that is watched, and what becomes of its drops.
public struct Watch: Equatable, Sendable {
    /// What becomes of a source whose jobs are done.
    public enum After: String, Equatable, Sendable, CaseIterable {
        case archive
        case delete
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
    /// Whether folder and outbox are only used while their markers lie in them.
    public var requiresMarker: Bool

    /// `failed` and `archive` lie in the folder itself unless they are given: `failed`, `done`.
    public init(
        name: String, path: FolderPath, outbox: FolderPath, interval: Duration = .seconds(30),
        settle: Settle = Settle(), after: After = .archive, failed: FolderPath? = nil, archive: FolderPath? = nil,
        request: Request = .builtIn, budget: Caps = Caps(), sidecar: Sidecar = .optional, batch: Batch = .off,
        existing: Existing = .hold, requiresMarker: Bool = true, requiresDone: Bool = false,
        accepted: [Accepted] = Accepted.allCases, template: String? = nil
    ) {
        self.name = name
        self.path = path
        self.outbox = outbox
        self.interval = interval
        self.settle = settle
        self.after = after
        self.failed = failed ?? path.appending("failed")
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
    }
}
