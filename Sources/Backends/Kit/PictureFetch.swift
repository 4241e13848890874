package import Domain

/// Gets a finished picture from the address that a service gave: with no key, with bounds of its own, from `http` and
/// `https` alone, and from nowhere inside this machine's networks unless a person allows it.
package struct PictureFetch: Sendable {
    private let transport: any HTTPTransport
    private let quoting: Quoting
    /// The whole exchange.
    private let total: Duration
    private let reach: HTTPReach
    private let utc: @Sendable () -> Int64

    /// `base`: where the service itself is; `allowedHosts`: what the configuration allows beside it.
    package init(
        _ transport: any HTTPTransport, quoting: Quoting, base: String, allowedHosts: [HostPattern] = [],
        total: Duration = .seconds(120), utc: @escaping @Sendable () -> Int64
    ) {
        self.transport = transport
        self.quoting = quoting
        self.total = total
        reach = .results(of: base, allowing: allowedHosts)
        self.utc = utc
    }

    /// Whether a service's address may be asked at all.
    package static func isWeb(_ address: String) -> Bool {
        let lower = address.prefix(8).lowercased()
        return lower.hasPrefix("https://") || lower.hasPrefix("http://")
    }

    /// At most `limit` bytes of a picture that can be read. `.expired` when it is there no more; `.timeout`,
    /// `.transient` and `.rateLimited` when asking again can help, which costs nothing.
    package func bytes(_ address: String, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        guard Self.isWeb(address) else {
            let scheme = address.prefix { $0 != ":" }
            throw .badResponse(
                said: "an address that is neither http nor https: " + quoting.quoted(String(scheme), limit: 16))
        }
        let limits = HTTPLimits(total: total, bodyBytes: Int(clamping: limit))
        let request = HTTPRequest(.get, address, limits: limits, redirects: 3, reach: reach)
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await transport.perform(request) } catch {
            throw failure(error)
        }
        guard response.status == 200 else { throw refused(response) }
        return try ReceivedPicture.checked(response.body, limit: limit)
    }

    /// A bad address is the answer's fault here, not the configuration's. One that leads inward may be right all the
    /// same: the picture is there and paid for, so its job waits for a person to allow it.
    private func failure(_ failure: HTTPFailure) -> BackendFailure {
        guard case .notSent(let host, let fault) = failure else { return BackendFailure(free: failure) }
        switch fault.reason {
        case .address: return .badResponse(said: "an address that can't be used")
        case .inward: return .config(said: inward(host, fault.about ?? "inward"))
        default: return BackendFailure(free: failure)
        }
    }

    private func inward(_ origin: String, _ network: String) -> String {
        let place = quoting.quoted(origin, limit: 120)
        let host = WebAddress(origin).map { HostPattern($0).text } ?? origin
        return "the picture is at \(place), a \(network) address, and was not fetched; if that is where your service "
            + "keeps its pictures, add allowed_hosts = [\"\(quoting.quoted(host, limit: 120))\"] to the backend and reload"
    }

    private func refused(_ response: HTTPResponse) -> BackendFailure {
        switch response.status {
        case 401, 403, 404, 410: .expired
        case 429: .rateLimited(after: RetryTime.milliseconds(of: response, now: utc()))
        case 408, 425, 500...: .transient(said: "the picture's server answers \(response.status)")
        default: .badResponse(said: "the picture's server answers \(response.status)")
        }
    }
}
