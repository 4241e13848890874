/// The health of the service, with a reason and advice for every problem.
package struct HealthReport: Codable, Equatable, Sendable {
    package enum Verdict: String, Codable, Equatable, Sendable, CaseIterable {
        /// Nothing needs a person's attention.
        case well
        /// Some work waits for a person; other work continues.
        case degraded
        /// No new work starts.
        case stopped
    }

    /// The worst verdict of the reasons; `well` without any.
    package let verdict: Verdict
    /// Worst first.
    package let reasons: [HealthReason]

    package init(_ reasons: [HealthReason] = []) {
        self.reasons = reasons.filter { $0.verdict == .stopped } + reasons.filter { $0.verdict != .stopped }
        verdict = self.reasons.first?.verdict ?? .well
    }
}

/// A reason why the service is not healthy.
package struct HealthReason: Codable, Equatable, Sendable {
    /// The effect on the service.
    package var verdict: HealthReport.Verdict
    /// A stable code, such as `folder_missing`.
    package var code: String
    /// The problem, its cause and the remedy, as sentences.
    package var detail: String
    package var since: WireTime?
    package var folder: String?
    package var backend: String?
    /// The number of affected jobs, or of processed drops that can't be moved.
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
