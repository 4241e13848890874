package import Domain

/// The answer to an operator's request: the service's phase after it.
package struct Acknowledgement: Codable, Equatable, Sendable {
    /// `starting`, `running`, `paused` or `draining`.
    package var phase: String

    package init(phase: String) {
        self.phase = phase
    }
}

/// The number of failures that were marked as read.
package struct AcknowledgeAnswer: Codable, Equatable, Sendable {
    package var acknowledged: Int

    package init(acknowledged: Int) {
        self.acknowledged = acknowledged
    }
}

/// A finished copy of the database.
package struct BackupAnswer: Codable, Equatable, Sendable {
    /// The printable path of the copy.
    package var path: String
    package var bytes: Int64

    package init(path: String, bytes: Int64) {
        self.path = path
        self.bytes = bytes
    }
}

/// The result of a sync: everything present when it was requested has ended, or waits for a person.
package struct SyncAnswer: Codable, Equatable, Sendable {
    /// The number of jobs that ended during the sync, by final state.
    package var ended: [String: Int]
    /// Folders that can't be listed, whose contents are therefore unknown; absent when all could be.
    package var unlisted: [String]?

    package init(ended: [String: Int] = [:], unlisted: [String]? = nil) {
        self.ended = ended
        self.unlisted = unlisted
    }
}

/// The result of forgetting a job, with what remains of it.
package struct ForgetAnswer: Codable, Equatable, Sendable {
    package var id: String
    /// The number of files removed from the outbox and the archive.
    package var removed: Int
    /// The folder that still holds the source of a failed drop, which is never deleted.
    package var source: String?
    /// The number of database copies that still contain the job.
    package var backups: Int

    package init(id: String, removed: Int = 0, source: String? = nil, backups: Int = 0) {
        self.id = id
        self.removed = removed
        self.source = source
        self.backups = backups
    }
}

/// What a clean-up of the library removed, or would remove.
package struct CleanUpAnswer: Codable, Equatable, Sendable {
    package var isDryRun: Bool
    /// In the order in which they are done.
    package var tasks: [CleanUpEntry]

    private enum CodingKeys: String, CodingKey {
        case isDryRun = "dry_run"
        case tasks
    }

    package init(isDryRun: Bool, tasks: [CleanUpEntry]) {
        self.isDryRun = isDryRun
        self.tasks = tasks
    }
}

/// What one task of a clean-up removed.
package struct CleanUpEntry: Codable, Equatable, Sendable {
    /// `expire`, `trash`, `refused_files`, `jobs`, `dropped_pictures` or `generated_pictures`.
    package var task: String
    /// The search of a rule of expiry; absent for other tasks.
    package var search: String?
    /// Artworks that were moved to the trash or erased.
    package var artworks: Int
    /// Jobs without an artwork that were erased.
    package var jobs: Int
    package var pictures: Int
    /// Refused files.
    package var files: Int
    /// The size of the pictures or files, where it is known.
    package var bytes: Int64
    /// The code of the failure that broke the task off; absent if it was done.
    package var error: String?

    package init(task: String, search: String? = nil, _ amount: CleanUpAmount, error: String? = nil) {
        self.task = task
        self.search = search
        artworks = amount.artworks
        jobs = amount.jobs
        pictures = amount.pictures
        files = amount.files
        bytes = amount.bytes
        self.error = error
    }

    package var amount: CleanUpAmount {
        CleanUpAmount(artworks: artworks, jobs: jobs, pictures: pictures, files: files, bytes: bytes)
    }
}

extension CleanUpTask {
    /// `nil` for a task that removes nothing.
    package var wireName: String? {
        switch self {
        case .expiry: "expire"
        case .trash: "trash"
        case .refusedFiles: "refused_files"
        case .jobs: "jobs"
        case .pictures(let source): source.rawValue + "_pictures"
        case .index: nil
        }
    }
}

/// A request to clean up.
package struct CleanUpRequest: Codable, Equatable, Sendable {
    package var isDryRun: Bool?

    private enum CodingKeys: String, CodingKey {
        case isDryRun = "dry_run"
    }

    package init(isDryRun: Bool? = nil) { self.isDryRun = isDryRun }
}
