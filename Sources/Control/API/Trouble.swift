/// An error that happened.
public struct Trouble: Codable, Equatable, Sendable {
    public var at: WireTime
    /// A stable word.
    public var code: String
    public var detail: String
    /// The job that it happened to.
    public var job: String?
    public var folder: String?

    public init(at: WireTime, code: String, detail: String, job: String? = nil, folder: String? = nil) {
        self.at = at
        self.code = code
        self.detail = detail
        self.job = job
        self.folder = folder
    }
}
