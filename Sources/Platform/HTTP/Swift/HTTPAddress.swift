internal import CHTTP
internal import Domain

/// What of an address may be told, and what decides how it is reached.
struct HTTPAddress: Equatable {
    /// The server's name, with its port where one was given.
    let host: String
    /// The name alone; an IPv6 address in brackets.
    let name: String
    let port: UInt16
    let isEncrypted: Bool

    /// Reads an address with curl's own parser, so that both see the same host.
    init(_ url: String) throws(HTTPFault) {
        guard !url.utf8.contains(0), let parts = unsafe curl_url() else { throw HTTPFault(.address) }
        defer { unsafe curl_url_cleanup(parts) }
        guard unsafe curl_url_set(parts, CURLUPART_URL, url, 0) == CURLUE_OK else { throw HTTPFault(.address) }
        let scheme = unsafe Self.part(CURLUPART_SCHEME, of: parts)
        guard let name = unsafe Self.part(CURLUPART_HOST, of: parts), scheme == "http" || scheme == "https" else {
            throw HTTPFault(.address)
        }
        host = unsafe Self.part(CURLUPART_PORT, of: parts).map { "\(name):\($0)" } ?? name
        self.name = name
        isEncrypted = scheme == "https"
        port = unsafe Self.part(CURLUPART_PORT, of: parts).flatMap { UInt16($0) } ?? (isEncrypted ? 443 : 80)
    }

    /// With the port in any case, for people who have to allow it.
    var origin: String { "\(isEncrypted ? "https" : "http")://\(name):\(port)" }

    /// Where a redirect leads from `base`; `nil` for what is no address.
    static func redirect(to place: String, from base: String) -> String? {
        guard !place.utf8.contains(0), let url = unsafe curl_url() else { return nil }
        defer { unsafe curl_url_cleanup(url) }
        guard unsafe curl_url_set(url, CURLUPART_URL, base, 0) == CURLUE_OK,
            unsafe curl_url_set(url, CURLUPART_URL, place, UInt32(CURLU_URLENCODE)) == CURLUE_OK
        else { return nil }
        return unsafe part(CURLUPART_URL, of: url)
    }

    @unsafe private static func part(_ part: CURLUPart, of url: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe chttp_url_get(url, part, &text, 0) == CURLUE_OK, let text = unsafe text else { return nil }
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }
}
