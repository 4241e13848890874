/// Something that happened in the service, as a log line has it.
package struct ServiceEvent: Codable, Equatable, Sendable {
    package var at: WireTime
    /// A stable word, such as `job_done` or `folder_missing`.
    package var code: String
    /// `debug` (a step on a job's way), `info`, `warning` or `error`.
    package var level: String
    /// English, one line, as in the log.
    package var detail: String
    /// The job that it is about, and where that stands now.
    package var job: String?
    package var state: String?
    /// Until when it waits, or is held.
    package var until: WireTime?
    package var folder: String?
    package var backend: String?
    /// A file's name, for show.
    package var file: String?

    package init(
        at: WireTime, code: String, level: String, detail: String, job: String? = nil, state: String? = nil,
        until: WireTime? = nil, folder: String? = nil, backend: String? = nil, file: String? = nil
    ) {
        self.at = at
        self.code = code
        self.level = level
        self.detail = detail
        self.job = job
        self.state = state
        self.until = until
        self.folder = folder
        self.backend = backend
        self.file = file
    }
}
