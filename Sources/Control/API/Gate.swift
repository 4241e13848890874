/// Something that makes work wait.
public struct Gate: Codable, Equatable, Sendable {
    /// A stable word, such as `paused` or `disk_low`.
    public var code: String
    public var detail: String
    public var since: WireTime?

    public init(code: String, detail: String, since: WireTime? = nil) {
        self.code = code
        self.detail = detail
        self.since = since
    }
}
