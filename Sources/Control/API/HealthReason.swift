/// Something that is not as it should be.
public struct HealthReason: Codable, Equatable, Sendable {
    /// What it does to the service.
    public var verdict: HealthReport.Verdict
    /// A stable word, such as `folder_missing`.
    public var code: String
    /// What is wrong, why, and what to do.
    public var detail: String
    public var since: WireTime?
    public var folder: String?
    public var backend: String?
    /// How many jobs it concerns, or drops that are worked off.
    public var jobs: Int?

    public init(
        _ verdict: HealthReport.Verdict, code: String, detail: String, since: WireTime? = nil, folder: String? = nil,
        backend: String? = nil, jobs: Int? = nil
    ) {
        self.verdict = verdict
        self.code = code
        self.detail = detail
        self.since = since
        self.folder = folder
        self.backend = backend
        self.jobs = jobs
    }
}
