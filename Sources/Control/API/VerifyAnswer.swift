/// The result of one step of a check.
package struct VerifyAnswer: Codable, Equatable, Sendable {
    /// What was checked: `database`, `index`, `counts`, `rows` or `blobs`.
    package var part: String
    /// The number of blobs, or of rows that name one, that were checked.
    package var checked: Int
    /// Bytes of blobs that were read.
    package var bytes: Int64
    package var findings: [VerifyFinding]
    /// The value of `after` for the next step; absent when everything was checked.
    package var next: String?

    package init(part: String, checked: Int, bytes: Int64, findings: [VerifyFinding], next: String? = nil) {
        self.part = part
        self.checked = checked
        self.bytes = bytes
        self.findings = findings
        self.next = next
    }
}

/// Something that is wrong with what is stored.
package struct VerifyFinding: Codable, Equatable, Sendable {
    /// Such as `blob_damaged`.
    package var code: String
    /// `found`, `repaired`, `removed`, `set_aside` or `lost`.
    package var outcome: String
    /// What is wrong, and what to do.
    package var detail: String
    /// The SHA-256 that names a blob.
    package var blob: String?
    /// The jobs that need a blob, at most 10.
    package var jobs: [String]?

    package init(code: String, outcome: String, detail: String, blob: String? = nil, jobs: [String]? = nil) {
        self.code = code
        self.outcome = outcome
        self.detail = detail
        self.blob = blob
        self.jobs = jobs
    }

    /// Whether something is left to do.
    package var isOpen: Bool { outcome == "found" || outcome == "lost" }
}

/// The result of a whole check.
package struct VerifyReport: Codable, Equatable, Sendable {
    /// The number of blobs that were read.
    package var blobs = 0
    /// Their size.
    package var bytes: Int64 = 0
    package var findings: [VerifyFinding] = []

    package init() {}
}
