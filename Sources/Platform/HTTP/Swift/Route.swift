internal import CHTTP
internal import Domain

/// The way a request takes: its address, its proxy, its trust, and where it may not lead.
struct Route {
    let address: HTTPAddress
    let proxy: HTTPProxy
    /// A file of certificates (PEM) in place of the system's.
    let caFile: String?
    /// Whether the request's reach bounds the address that is connected to. Behind a proxy it is the proxy's own, and names are
    /// the proxy's to look up.
    let isGuarded: Bool

    /// Throws `.inward` where the address itself says that it is inside a network that the request may not reach.
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

    /// What curl's code means on this way while nothing of the request was sent. `tunnel` is the status with which a proxy
    /// answered; 0 where it was asked for no tunnel, or did not answer.
    func unsent(_ code: CURLcode, tunnel: Int) -> HTTPFault {
        if code == CURLE_SSL_CACERT_BADFILE { return HTTPFault(.trust, code: Int(code.rawValue), about: caFile) }
        guard proxy != .direct else { return HTTPFault(code: code, wasSent: false) }
        if tunnel >= 300 { return HTTPFault(.proxy, code: tunnel) }
        let isProxys = [CURLE_COULDNT_CONNECT, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING].contains(code)
        return tunnel == 0 && isProxys
            ? HTTPFault(.proxy, code: Int(code.rawValue)) : HTTPFault(code: code, wasSent: false)
    }
}

extension HTTPRequest {
    /// Whether a compressed answer is asked for. Over a Unix socket nothing is gained by it.
    var isDecoding: Bool { unixSocket == nil }
}
