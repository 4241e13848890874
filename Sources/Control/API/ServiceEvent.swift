/// An event of the service, with the content of its log line.
package struct ServiceEvent: Codable, Equatable, Sendable {
    package var at: WireTime
    /// A stable code, such as `job_done` or `folder_missing`.
    package var code: String
    /// `debug` (a step in a job's progress), `info`, `warning` or `error`.
    package var level: String
    /// The log message: English, one line.
    package var detail: String
    /// The affected job, and its state at the event.
    package var job: String?
    package var state: String?
    /// Until when the job waits or is held.
    package var until: WireTime?
    package var folder: String?
    package var backend: String?
    /// The printable name of a file.
    package var file: String?
    /// How far the backend is with the affected job's picture.
    package var progress: JobProgress?
}

extension ServiceEvent {
    package init(at: WireTime, code: String, level: String, detail: String) {
        self.init(at: at, code: code, level: level, detail: detail, job: nil)
    }
}

/// The data of the events `reset` and `dropped`: events that the client missed.
package struct EventGap: Codable, Equatable, Sendable {
    /// The number of missed events; absent when unknown.
    package var missed: Int64?

    package init(missed: Int64?) {
        self.missed = missed
    }
}
