public import Domain

/// Gets a finished picture from the address that a service gave: with no key, with bounds of its own, and from `http`
/// and `https` alone.
public struct PictureFetch: Sendable {
    private let transport: any HTTPTransport
    private let quoting: Quoting
    /// The whole exchange.
    private let total: Duration
    private let utc: @Sendable () -> Int64

    public init(
        _ transport: any HTTPTransport, quoting: Quoting, total: Duration = .seconds(120),
        utc: @escaping @Sendable () -> Int64
    ) {
        self.transport = transport
        self.quoting = quoting
        self.total = total
        self.utc = utc
    }

    /// Whether a service's address may be asked at all.
    public static func isWeb(_ address: String) -> Bool {
        let lower = address.prefix(8).lowercased()
        return lower.hasPrefix("https://") || lower.hasPrefix("http://")
    }

    /// At most `limit` bytes of a picture that can be read. `.expired` when it is there no more; `.timeout`,
    /// `.transient` and `.rateLimited` when asking again can help, which costs nothing.
    public func bytes(_ address: String, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        guard Self.isWeb(address) else {
            let scheme = address.prefix { $0 != ":" }
            throw .badResponse(
                said: "an address that is neither http nor https: " + quoting.quoted(String(scheme), limit: 16))
        }
        let limits = HTTPLimits(total: total, bodyBytes: Int(clamping: limit))
        let request = HTTPRequest(.get, address, limits: limits, redirects: 3)
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await transport.perform(request) } catch {
            throw Self.failure(error)
        }
        guard response.status == 200 else { throw refused(response) }
        return try ReceivedPicture.checked(response.body, limit: limit)
    }

    /// A bad address is the answer's fault here, not the configuration's.
    private static func failure(_ failure: HTTPFailure) -> BackendFailure {
        if case .notSent(_, let fault) = failure, fault.reason == .address {
            return .badResponse(said: "an address that can't be used")
        }
        return BackendFailure(free: failure)
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
