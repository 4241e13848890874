/// An error that happened.
package struct Trouble: Codable, Equatable, Sendable {
    package var at: WireTime
    /// A stable word.
    package var code: String
    package var detail: String
    /// The job that it happened to.
    package var job: String?
    package var folder: String?

    package init(at: WireTime, code: String, detail: String, job: String? = nil, folder: String? = nil) {
        self.at = at
        self.code = code
        self.detail = detail
        self.job = job
        self.folder = folder
    }
}
