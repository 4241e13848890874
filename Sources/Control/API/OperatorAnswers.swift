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
