/// Something that is not as it should be.
package struct HealthReason: Codable, Equatable, Sendable {
    /// What it does to the service.
    package var verdict: HealthReport.Verdict
    /// A stable word, such as `folder_missing`.
    package var code: String
    /// What is wrong, why, and what to do.
    package var detail: String
    package var since: WireTime?
    package var folder: String?
    package var backend: String?
    /// How many jobs it concerns, or drops that are worked off.
    package var jobs: Int?

    package init(
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
