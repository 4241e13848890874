internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer

/// A browser's request: its path below the gallery's base, its cookies, and what the browser says about its origin.
struct Visit {
    let head: RequestHead
    /// Without the base, not decoded: `library`, `v1/jobs`.
    let path: String
    let query: [QueryString.Item]
    /// Whether the query could be decoded.
    let isReadable: Bool
    /// Whether the browser reached the gallery by HTTPS.
    let isEncrypted: Bool

    /// Why a request is refused.
    enum Refusal: Error {
        case malformed
        /// The path is not below the base.
        case elsewhere
        /// The host is not the gallery's: another site may have pointed its name at this machine.
        case foreignHost
        /// Another site, or another port of this machine, sent the request.
        case foreignPage
    }

    init(_ head: RequestHead, _ place: GalleryPlace) throws(Refusal) {
        guard head.target.hasPrefix("/") else { throw .malformed }
        let parts = head.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let hosts = head.headers.filter { $0.name.lowercased() == "host" }
        guard hosts.count == 1, place.accepts(host: hosts[0].value) else { throw .foreignHost }
        let whole = parts[0] + "/"
        guard whole.hasPrefix(place.base) else { throw .elsewhere }
        self.head = head
        let query = QueryString.decode(parts.count > 1 ? parts[1] : "")
        self.query = query ?? []
        isReadable = query != nil
        path = String(parts[0].dropFirst(place.base.count))
        isEncrypted = place.isTrusted(head.peer.address) && head["X-Forwarded-Proto"]?.lowercased() == "https"
        if !isSafe || path.hasPrefix("v1/") { try checkOrigin(hosts[0].value) }
    }

    var isSafe: Bool { head.method == "GET" || head.method == "HEAD" }

    /// The decoded segments of the path; `nil` if the address can't be decoded.
    var segments: [String]? {
        guard isReadable else { return nil }
        var segments: [String] = []
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            guard let segment = PercentEncoding.decoded(part.utf8) else { return nil }
            segments.append(segment)
        }
        return segments
    }

    func cookie(_ name: String) -> String? {
        for header in head.headers where header.name.lowercased() == "cookie" {
            for pair in header.value.split(separator: ";") {
                let given = pair.prefix { $0 != "=" }
                if given.count < pair.count, given.drop(while: { $0 == " " }) == name {
                    return String(pair.dropFirst(given.count + 1))
                }
            }
        }
        return nil
    }

    /// Cookies are shared by all ports of a machine, so that a cookie alone doesn't prove that a page of the gallery sent
    /// the request. Browsers say it in `Sec-Fetch-Site`, and in `Origin` where they don't trust the connection.
    private func checkOrigin(_ host: String) throws(Refusal) {
        switch (head["Sec-Fetch-Site"]?.lowercased(), head["Origin"]) {
        case ("same-origin", _): return
        // A person typed the address, or opened it from outside of the browser.
        case ("none", _) where isSafe: return
        case (.some, _): throw .foreignPage
        case (nil, let origin?):
            let own = ["http://", "https://"].contains { origin.lowercased() == $0 + host.lowercased() }
            guard own else { throw .foreignPage }
        // Reading needs neither; an old browser sends none with a GET.
        case (nil, nil): guard isSafe else { throw .foreignPage }
        }
    }
}
