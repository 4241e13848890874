/// A whole answer. Any status is one, 500 too: only what prevents an answer is a failure.
public struct HTTPResponse: Equatable, Sendable {
    public let status: Int
    /// As they came, in order.
    public let headers: [HTTPHeader]
    public let body: [UInt8]
    public let timing: HTTPTiming

    public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = [], timing: HTTPTiming = HTTPTiming()) {
        self.status = status
        self.headers = headers
        self.body = body
        self.timing = timing
    }

    /// The value of the first field of that name; case does not count.
    public func header(_ name: String) -> String? {
        headers.first { $0.isNamed(name) }?.value
    }
}
