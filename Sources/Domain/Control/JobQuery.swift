/// Selects the jobs of one page of a list, newest first.
package struct JobQuery: Equatable, Sendable {
    /// Matches jobs in any of these states. An empty list matches all jobs.
    package var states: [String]
    /// The watch folder's name.
    package var folder: String?
    /// The backend that the picture was requested from. Dropped pictures have none.
    package var backend: String?
    /// Only jobs with all of these tags.
    package var tags: [String]
    /// Only jobs that reached their state at this time or later.
    package var since: UTCMillis?
    /// Page size, 1–1000.
    package var limit: Int
    /// The last job of the previous page: only older jobs are listed.
    package var after: JobID?
    /// Whether only failures not marked as read are listed.
    package var isUnread: Bool

    package init(
        states: [String] = [], folder: String? = nil, backend: String? = nil, tags: [String] = [],
        since: UTCMillis? = nil,
        limit: Int = 50, after: JobID? = nil, isUnread: Bool = false
    ) {
        self.isUnread = isUnread
        self.states = states
        self.folder = folder
        self.backend = backend
        self.tags = tags
        self.since = since
        self.limit = limit
        self.after = after
    }
}

/// A start time, as people write it.
package enum Since: Equatable, Sendable {
    /// A time span before now.
    case ago(Duration)
    /// The start of the day `before` days before today, in the budgets' time zone.
    case day(before: Int)
    /// The start of a day, in the budgets' time zone.
    case date(LocalDay)
    case moment(UTCMillis)

    /// Accepted notations, for messages.
    package static var examples: String { "2h, 3d, today, yesterday, 2026-07-01, 2026-07-01T02:10:00Z" }
}

/// A prefix or suffix of a job's identifier, at least four characters long. People type it instead of all 26.
package struct JobIDFragment: Hashable, Sendable {
    /// 4–26 characters of Crockford's base 32, lower case.
    package let text: String

    package static var shortest: Int { 4 }

    /// Accepts either case. `nil` if the text is too short, too long, or contains a character that identifiers don't
    /// have.
    package init?(text: String) {
        let lower = text.lowercased()
        guard (Self.shortest...26).contains(lower.utf8.count) else { return nil }
        guard lower.utf8.allSatisfy(CrockfordBase32.digits.contains) else { return nil }
        self.text = lower
    }

    package func matches<Kind>(_ identifier: Identifier<Kind>) -> Bool {
        let id = identifier.text
        return id.hasSuffix(text) || id.hasPrefix(text)
    }
}

/// One page of a list of jobs.
package struct JobPage: Equatable, Sendable {
    /// Newest first.
    package let jobs: [JobEntry]
    /// Whether older jobs follow.
    package let hasMore: Bool

    package init(jobs: [JobEntry], hasMore: Bool) {
        self.jobs = jobs
        self.hasMore = hasMore
    }
}

/// A job and the time of its last change.
package struct JobEntry: Equatable, Sendable {
    package let job: Job
    package let changed: UTCMillis
    /// How far the backend is with the job's picture; not stored.
    package var progress: GenerationProgress?

    package init(job: Job, changed: UTCMillis) {
        self.job = job
        self.changed = changed
    }
}

/// A job with its history.
package struct JobTimeline: Equatable, Sendable {
    /// A state that the job reached, with the time.
    package struct Step: Equatable, Sendable {
        package let state: JobState
        package let at: UTCMillis

        package init(state: JobState, at: UTCMillis) {
            self.state = state
            self.at = at
        }
    }

    package var entry: JobEntry
    /// Oldest first; the last one is the current state.
    package let steps: [Step]
    /// The job's newest backend call, `nil` if there was none.
    package let call: Call?
    package let cost: JobCost
    /// The job and the others of its request, by their numbers; empty if there are no others.
    package let samples: [SampleJob]

    package init(
        entry: JobEntry, steps: [Step], call: Call? = nil, cost: JobCost = JobCost(), samples: [SampleJob] = []
    ) {
        self.entry = entry
        self.steps = steps
        self.call = call
        self.cost = cost
        self.samples = samples
    }

    package var job: Job { entry.job }
}

/// One of several jobs of a request.
package struct SampleJob: Equatable, Sendable {
    package let id: JobID
    /// Counted from 1.
    package let number: Int
    package let name: FileName
    package let state: JobState

    package init(id: JobID, number: Int, name: FileName, state: JobState) {
        self.id = id
        self.number = number
        self.name = name
        self.state = state
    }
}

extension [Job] {
    /// The jobs of one request as its samples; empty for a single picture.
    package var samples: [SampleJob] {
        filter(\.sample.isOneOfMany).map { job in
            SampleJob(id: job.id, number: job.sample.number, name: job.name, state: job.state)
        }
    }
}

/// The files and pictures that a forgotten job leaves behind, to be deleted.
package struct ForgottenJob: Equatable, Sendable {
    package let outbox: FolderPath
    /// The files that the job delivered to the outbox.
    package let outputs: [OutputFile]
    /// The pictures that the job was made from or generated.
    package let pictures: [Digest]

    package init(outbox: FolderPath, outputs: [OutputFile], pictures: [Digest]) {
        self.outbox = outbox
        self.outputs = outputs
        self.pictures = pictures
    }
}
