/// Which jobs to list, newest first.
package struct JobQuery: Equatable, Sendable {
    /// States by their words; any of them fits. Empty: all.
    package var states: [String]
    /// The watch folder's name.
    package var folder: String?
    /// Who was asked for the picture; dropped pictures have nobody.
    package var backend: String?
    /// Only jobs that came to their state at this time or later, in milliseconds since 1970.
    package var since: Int64?
    /// The most jobs of one page, 1–1000.
    package var limit: Int
    /// Only jobs older than this one: where the page before ended.
    package var after: JobID?

    package init(
        states: [String] = [], folder: String? = nil, backend: String? = nil, since: Int64? = nil, limit: Int = 50,
        after: JobID? = nil
    ) {
        self.states = states
        self.folder = folder
        self.backend = backend
        self.since = since
        self.limit = limit
        self.after = after
    }
}

/// From when on something counts, as people say it.
package enum Since: Equatable, Sendable {
    /// So long ago.
    case ago(Duration)
    /// The beginning of the day that was so many days before today, in the zone that budgets turn in.
    case day(before: Int)
    /// The beginning of a day, in that zone.
    case date(LocalDay)
    /// Milliseconds since 1970.
    case moment(Int64)

    /// How it may be written, for messages.
    package static var examples: String { "2h, 3d, today, yesterday, 2026-07-01, 2026-07-01T02:10:00Z" }
}

/// The first or the last characters of a job's identifier, four or more of them: what people type instead of all 26.
package struct JobPart: Hashable, Sendable {
    /// 4–26 characters of Crockford's base 32, in lower case.
    package let text: String

    package static var shortest: Int { 4 }

    /// `nil` when the text is too short, too long, or holds a character that no identifier has.
    package init?(text: String) {
        let lower = text.lowercased()
        guard (Self.shortest...26).contains(lower.utf8.count) else { return nil }
        guard lower.unicodeScalars.allSatisfy(Self.alphabet.contains) else { return nil }
        self.text = lower
    }

    /// The identifier, when all of it was given.
    package var whole: JobID? { JobID(text: text) }

    package func matches(_ job: JobID) -> Bool {
        let id = job.text
        return id.hasSuffix(text) || id.hasPrefix(text)
    }

    private static var alphabet: String.UnicodeScalarView { "0123456789abcdefghjkmnpqrstvwxyz".unicodeScalars }
}

/// Some jobs of a long list.
package struct JobPage: Equatable, Sendable {
    /// Newest first.
    package let jobs: [JobEntry]
    /// Whether there are older ones.
    package let hasMore: Bool

    package init(jobs: [JobEntry], hasMore: Bool) {
        self.jobs = jobs
        self.hasMore = hasMore
    }
}

/// A job and when it changed last.
package struct JobEntry: Equatable, Sendable {
    package let job: Job
    /// Milliseconds since 1970.
    package let changed: Int64

    package init(job: Job, changed: Int64) {
        self.job = job
        self.changed = changed
    }
}

/// A job and all that happened to it.
package struct JobStory: Equatable, Sendable {
    /// A state that it came to.
    package struct Step: Equatable, Sendable {
        package let state: JobState
        /// Milliseconds since 1970.
        package let at: Int64

        package init(state: JobState, at: Int64) {
            self.state = state
            self.at = at
        }
    }

    package let entry: JobEntry
    /// Oldest first; the last one is where it stands.
    package let steps: [Step]
    /// Its newest call of a backend, `nil` when there was none.
    package let call: Call?
    package let cost: JobCost

    package init(entry: JobEntry, steps: [Step], call: Call? = nil, cost: JobCost = JobCost()) {
        self.entry = entry
        self.steps = steps
        self.call = call
        self.cost = cost
    }

    package var job: Job { entry.job }
}

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
