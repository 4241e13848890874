internal import CHTTP
internal import Domain

/// What of an address may be told, and what decides how it is reached.
struct HTTPAddress: Equatable {
    /// The server's name, with its port where one was given.
    let host: String
    let isEncrypted: Bool
    let isLoopback: Bool

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
        isEncrypted = scheme == "https"
        isLoopback = LoopbackHost.isNamed(name)
    }

    @unsafe private static func part(_ part: CURLUPart, of url: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard unsafe chttp_url_get(url, part, &text, 0) == CURLUE_OK, let text = unsafe text else { return nil }
        defer { unsafe curl_free(text) }
        return unsafe String(cString: text)
    }
}
