package import Domain

extension BackendFailure {
    /// What an exchange that can cost money and came to no answer means: once any of it was sent, nobody knows.
    package init(paid failure: HTTPFailure) {
        switch failure {
        case .notSent(let host, let fault): self = Self.unsent(host, fault)
        case .sentNoAnswer, .partialAnswer: self = .unknown
        case .headersTooLarge(_, let limit): self = .badResponse(said: "a header of over \(limit) bytes")
        case .bodyTooLarge(_, _, let limit): self = .tooLarge(bytes: Int64(limit) + 1, limit: Int64(limit))
        case .cancelled(_, let wasSent): self = wasSent ? .unknown : .transient(said: "stopped before it was asked")
        }
    }

    /// The same for an exchange that costs nothing and can be repeated: getting a picture that is there, or a look.
    package init(free failure: HTTPFailure) {
        switch failure {
        case .notSent(let host, let fault): self = Self.unsent(host, fault)
        case .sentNoAnswer(_, let fault), .partialAnswer(_, let fault, _, _):
            switch fault.reason {
            case .timeout, .stalled: self = .timeout
            case .malformed where fault.code == 61: self = .transient(said: "the answer's compression is broken")
            default: self = .transient(said: "the connection ended before the answer did")
            }
        case .headersTooLarge(_, let limit): self = .badResponse(said: "a header of over \(limit) bytes")
        case .bodyTooLarge(_, _, let limit): self = .tooLarge(bytes: Int64(limit) + 1, limit: Int64(limit))
        case .cancelled: self = .transient(said: "stopped before the answer was there")
        }
    }

    private static func unsent(_ host: String, _ fault: HTTPFault) -> BackendFailure {
        let place = host.isEmpty ? "its server" : host
        switch fault.reason {
        case .address: return .config(said: "base_url can't be used as an address")
        case .header: return .config(said: "the key can't stand in a header")
        case .tls where distrusted.contains(fault.code):
            return .config(
                said: "the certificate that \(place) shows is not its own, or nobody trusted vouches for it; "
                    + "for an authority of your own, set ca_file")
        case .resolve: return .transient(said: "could not be reached: there is no \(place) by that name")
        case .connect: return .transient(said: "could not be reached: \(place) takes no connection")
        case .tls: return .transient(said: "could not be reached: no encryption was agreed on with \(place)")
        case .trust:
            let file = fault.about ?? "that is set"
            return .config(
                said: "the file of trusted certificates \(file) can't be read or holds no certificate; "
                    + "check ca_file, SSL_CERT_FILE and CURL_CA_BUNDLE")
        case .proxy where fault.code == 407:
            return .config(said: "the proxy wants a user and a password for \(place); set proxy_login (status 407)")
        case .proxy where fault.code >= 300:
            return .transient(
                said: "could not be reached: the proxy refuses a connection to \(place) (status \(fault.code))")
        case .proxy: return .transient(said: "could not be reached: the proxy on the way to \(place) does not answer")
        case .inward:
            return .config(said: "\(place) is a \(fault.about ?? "inward") address that may not be asked")
        case .timeout: return .transient(said: "could not be reached: \(place) did not take the connection in time")
        case .stalled, .closed, .malformed, .redirects, .other:
            return .transient(said: "could not be reached: \(place) (error \(fault.code))")
        case .stopped: return .transient(said: "stopped before it was asked")
        }
    }

    /// libcurl's numbers for what no waiting mends: a certificate that isn't the server's or that nobody vouches for
    /// (60, 83, 90, 91), and keys or lists that can't be used (58, 66, 82).
    private static let distrusted: Set<Int> = [58, 60, 66, 82, 83, 90, 91]
}
