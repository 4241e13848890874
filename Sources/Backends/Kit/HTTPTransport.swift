package import Domain

/// Sends a backend's HTTP requests. Follows redirects only if the request allows them, stores nothing, and never repeats
/// a request that may cost money twice.
package protocol HTTPTransport: Sendable {
    /// Sends the request and returns the whole response, whatever its status. Cancelling the task ends the exchange.
    func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
}

extension BackendFailure {
    /// The failure of an exchange that may cost money: `.unknown` as soon as any part of the request was sent.
    package init(paid failure: HTTPFailure) {
        switch failure {
        case .sentNoAnswer, .partialAnswer, .cancelled(_, wasSent: true): self = .unknown
        case .cancelled: self = .transient(message: "stopped before the request was sent")
        case .notSent, .headersTooLarge, .bodyTooLarge: self.init(free: failure)
        }
    }

    /// The failure of an exchange that is free and can be repeated, such as a download or a health check.
    package init(free failure: HTTPFailure) {
        switch failure {
        case .notSent(let host, let fault): self = Self.unsent(host, fault)
        case .sentNoAnswer(_, let fault), .partialAnswer(_, let fault, _, _):
            switch fault.reason {
            case .timeout, .stalled: self = .timeout
            case .malformed where fault.code == 61: self = .transient(message: "the answer's compression is broken")
            default: self = .transient(message: "the connection ended before the answer did")
            }
        case .headersTooLarge(_, let limit): self = .badResponse(message: "a header of over \(limit) bytes")
        case .bodyTooLarge(_, _, let limit): self = .tooLarge(bytes: Int64(limit) + 1, limit: Int64(limit))
        case .cancelled: self = .transient(message: "stopped before the answer arrived")
        }
    }

    private static func unsent(_ host: String, _ fault: HTTPFault) -> BackendFailure {
        let host = host.isEmpty ? "its server" : host
        switch fault.reason {
        case .address: return .config(message: "base_url is not a usable address")
        case .header: return .config(message: "the key contains characters that a header cannot carry")
        case .tls where distrusted.contains(fault.code):
            return .config(
                message: "the certificate of \(host) is not trusted or is for another host; "
                    + "for a private certificate authority, set ca_file")
        case .resolve: return .transient(message: "could not be reached: the host name \(host) cannot be resolved")
        case .connect: return .transient(message: "could not be reached: cannot connect to \(host)")
        case .tls: return .transient(message: "could not be reached: the TLS handshake with \(host) failed")
        case .trust:
            let file = fault.about ?? "that is set"
            return .config(
                message: "the certificate file \(file) cannot be read or contains no certificate; "
                    + "check ca_file, SSL_CERT_FILE and CURL_CA_BUNDLE")
        case .proxy where fault.code == 407:
            return .config(
                message: "the proxy requires a user name and password for \(host); set proxy_login (status 407)")
        case .proxy where fault.code >= 300:
            return .transient(
                message: "could not be reached: the proxy refused to connect to \(host) (status \(fault.code))")
        case .proxy: return .transient(message: "could not be reached: the proxy for \(host) does not answer")
        case .inward:
            return .config(message: "\(host) has a \(fault.about ?? "non-public") address, which is not allowed")
        case .timeout: return .transient(message: "could not be reached: connecting to \(host) timed out")
        case .stalled, .closed, .malformed, .redirects, .other:
            return .transient(message: "could not be reached: \(host) (error \(fault.code))")
        case .stopped: return .transient(message: "stopped before the request was sent")
        }
    }

    /// The libcurl error codes that a retry cannot fix: the certificate is for another host or not trusted (60, 83, 90,
    /// 91), or a client key or a revocation list is unusable (58, 66, 82).
    private static let distrusted: Set<Int> = [58, 60, 66, 82, 83, 90, 91]
}

extension BackendFailure {
    /// The failure for a request that the backend does not support, found before the request was sent.
    package init(misfit: FieldFailure) {
        switch misfit.problem {
        case .beyondBackend(_, let got, let range):
            self = .invalid(parameter: misfit.key, message: "\(got); it takes \(range)")
        case .tooManyPictures(_, let count, let most, _):
            self = .invalid(parameter: misfit.key, message: "\(count) pictures; it takes at most \(most)")
        case .pictureNeeded: self = .invalid(parameter: misfit.key, message: "it requires an input picture")
        case .takesNoPicture: self = .unsupported(feature: "pictures from pictures")
        default: self = .unsupported(feature: misfit.key)
        }
    }
}
