internal import ControlAPI
internal import Domain

/// What a request is for: path and query, or a whole address.
struct RequestTarget: Equatable {
    /// Of a whole address.
    let host: String?
    /// Between slashes, decoded.
    let segments: [String]
    let query: [QueryString.Item]

    init(_ text: String) throws(Rejection) {
        var rest = text[...]
        var host: String?
        if rest.lowercased().hasPrefix("http://") {
            rest = rest.dropFirst("http://".count)
            host = String(rest.prefix { $0 != "/" && $0 != "?" })
            rest = rest.dropFirst(host?.count ?? 0)
            if rest.first != "/" { rest = "/" + rest }
        }
        guard rest.first == "/" else { throw .refused(.malformedTarget) }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var segments: [String] = []
        for part in parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            guard let segment = QueryString.unescaped(part.utf8) else { throw .refused(.malformedTarget) }
            segments.append(segment)
        }
        guard let query = QueryString.decode(parts.count > 1 ? parts[1] : "") else {
            throw .refused(.malformedQuery)
        }
        self.host = host
        self.segments = segments
        self.query = query
    }
}
