/// Why an exchange came to no whole answer.
public struct HTTPFault: Error, Equatable, Sendable {
    public enum Reason: String, Equatable, Sendable, CaseIterable {
        /// The address is malformed, or neither http nor https.
        case address
        /// A header that can't stand in a request.
        case header
        /// No such name.
        case resolve
        /// Refused or unreachable.
        case connect
        /// No agreement on encryption, or a certificate that isn't the server's.
        case tls
        /// The proxy refuses.
        case proxy
        /// Over `connect` or `total`.
        case timeout
        /// Silent for longer than `stall` within the body.
        case stalled
        /// The connection ended.
        case closed
        /// What came is not HTTP.
        case malformed
        /// More redirects than allowed.
        case redirects
        /// The client was shut down.
        case stopped
        case other
    }

    public let reason: Reason
    /// libcurl's number (`CURLcode`); 0 where it wasn't libcurl that said so.
    public let code: Int

    public init(_ reason: Reason, code: Int = 0) {
        self.reason = reason
        self.code = code
    }
}
