internal import CHTTP
internal import Domain

extension HTTPFault {
    /// What curl's code means. The same code means another thing before and after the request went out.
    init(code: CURLcode, wasSent: Bool) {
        self.init(Self.reason(code, wasSent: wasSent), code: Int(code.rawValue))
    }

    private static func reason(_ code: CURLcode, wasSent: Bool) -> Reason {
        switch code {
        case CURLE_URL_MALFORMAT: .address
        case CURLE_UNSUPPORTED_PROTOCOL: wasSent ? .malformed : .address
        case CURLE_COULDNT_RESOLVE_HOST: .resolve
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxy
        case CURLE_SSL_CACERT_BADFILE: .trust
        case CURLE_COULDNT_CONNECT, CURLE_INTERFACE_FAILED: .connect
        case CURLE_OPERATION_TIMEDOUT: .timeout
        case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2,
            CURLE_HTTP2_STREAM:
            .closed
        case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING: .malformed
        case CURLE_TOO_MANY_REDIRECTS: .redirects
        case _ where encryption.contains(code): .tls
        default: .other
        }
    }

    private static let encryption = [
        CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION,
        CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
        CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED,
        CURLE_SSL_ENGINE_INITFAILED,
    ]
}
