/// A whole answer. Any status is one, 500 too: only what prevents an answer is a failure.
package struct HTTPResponse: Equatable, Sendable {
    package let status: Int
    /// As they came, in order.
    package let headers: [HTTPHeader]
    package let body: [UInt8]
    package let timing: HTTPTiming

    package init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = [], timing: HTTPTiming = HTTPTiming()) {
        self.status = status
        self.headers = headers
        self.body = body
        self.timing = timing
    }

    /// The value of the first field of that name; case does not count.
    package func header(_ name: String) -> String? {
        headers.first { $0.isNamed(name) }?.value
    }
}
