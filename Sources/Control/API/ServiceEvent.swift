/// Something that happened in the service, as a log line has it.
public struct ServiceEvent: Codable, Equatable, Sendable {
    public var at: WireTime
    /// A stable word, such as `job_done` or `folder_missing`.
    public var code: String
    /// `debug` (a step on a job's way), `info`, `warning` or `error`.
    public var level: String
    /// English, one line, as in the log.
    public var detail: String
    /// The job that it is about, and where that stands now.
    public var job: String?
    public var state: String?
    /// Until when it waits, or is held.
    public var until: WireTime?
    public var folder: String?
    public var backend: String?
    /// A file's name, for show.
    public var file: String?

    public init(
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
