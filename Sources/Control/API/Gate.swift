/// Something that makes work wait.
package struct Gate: Codable, Equatable, Sendable {
    /// A stable word, such as `paused` or `disk_low`.
    package var code: String
    package var detail: String
    package var since: WireTime?

    package init(code: String, detail: String, since: WireTime? = nil) {
        self.code = code
        self.detail = detail
        self.since = since
    }
}
