internal import CHTTP
internal import Domain

/// The route of a request: its address, proxy, trusted certificates and permitted address ranges.
struct Route {
    let address: HTTPAddress
    let proxy: HTTPProxy
    /// A PEM file with the certificates to trust instead of the system's.
    let caFile: String?
    /// Whether the addresses to connect to must be within the request's reach. Not checked behind a proxy: the
    /// connection leads to the proxy, which resolves the names.
    let isGuarded: Bool

    /// Throws `.inward` if the URL's host is an address within a network that the request may not reach.
    init(_ request: HTTPRequest, _ address: HTTPAddress, _ settings: HTTPClientSettings) throws(HTTPFault) {
        self.address = address
        caFile = request.caFile ?? settings.caFile
        guard request.unixSocket == nil else {
            proxy = .direct
            isGuarded = false
            return
        }
        let proxy =
            request.proxy ?? settings.proxies.proxy(host: address.name, isEncrypted: address.isEncrypted)
        self.proxy = proxy
        let isBounded = !request.reach.isUnbounded(
            host: address.name, port: address.port, isEncrypted: address.isEncrypted)
        if isBounded, let scope = AddressScope(host: address.name), request.reach.refuses(scope) {
            throw HTTPFault(.inward, about: scope.name)
        }
        isGuarded = isBounded && proxy == .direct
    }

    /// Maps a curl error code for a request of which nothing was sent. `tunnel` is the proxy's status for a tunnel
    /// request; 0 if there was none or no response to it.
    func unsent(_ code: CURLcode, tunnel: Int) -> HTTPFault {
        if code == CURLE_SSL_CACERT_BADFILE { return HTTPFault(.trust, code: Int(code.rawValue), about: caFile) }
        guard proxy != .direct else { return HTTPFault(code: code, wasSent: false) }
        if tunnel >= 300 { return HTTPFault(.proxy, code: tunnel) }
        let isProxyFailure = [CURLE_COULDNT_CONNECT, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING].contains(
            code)
        return tunnel == 0 && isProxyFailure
            ? HTTPFault(.proxy, code: Int(code.rawValue)) : HTTPFault(code: code, wasSent: false)
    }
}

extension HTTPRequest {
    /// Whether a compressed response is accepted. Over a Unix socket compression gains nothing.
    var isDecoding: Bool { unixSocket == nil }
}

/// The parts of a URL that may be shown to people and that determine the route. Leaves out the path, query and
/// credentials.
struct HTTPAddress: Equatable {
    /// The server's name, with the port if the URL has one.
    let host: String
    /// The server's name without a port; an IPv6 address is in brackets.
    let name: String
    let port: UInt16
    let isEncrypted: Bool

    /// Parses a URL with curl's own parser, so that both see the same host. Throws `.address`.
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
        port =
            unsafe Self.part(CURLUPART_PORT, of: parts).flatMap { UInt16($0) }
            ?? WebAddress.defaultPort(isEncrypted: isEncrypted)
    }

    /// The origin, always with the port, in the form in which people permit it in the configuration.
    var origin: String { "\(isEncrypted ? "https" : "http")://\(name):\(port)" }

    /// Resolves a `Location` value against `base`; `nil` if it isn't a valid URL.
    static func redirect(to location: String, from base: String) -> String? {
        guard !location.utf8.contains(0), let url = unsafe curl_url() else { return nil }
        defer { unsafe curl_url_cleanup(url) }
        guard unsafe curl_url_set(url, CURLUPART_URL, base, 0) == CURLUE_OK,
            unsafe curl_url_set(url, CURLUPART_URL, location, UInt32(CURLU_URLENCODE)) == CURLUE_OK
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
