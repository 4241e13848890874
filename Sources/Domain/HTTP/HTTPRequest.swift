/// One HTTP request with its limits. Printing shows the method and counts only, as a URL may contain a key too.
package struct HTTPRequest: Equatable, Sendable {
    package var method: HTTPMethod
    /// A complete `http` or `https` URL, percent-encoded.
    package var url: String
    /// The header fields in the order to be sent. A field given here replaces the default one of the same name.
    package var headers: [HTTPHeader]
    package var body: [UInt8]
    package var limits: HTTPLimits
    /// The number of redirects to follow. Only a GET or HEAD without a secret header follows any, and never from https
    /// to http; otherwise the redirect is the response.
    package var redirects: Int
    /// A Unix socket to connect to instead of the URL's host, such as `/run/textifyd/control.sock`.
    package var unixSocket: String?
    /// A file of certificates (PEM) to trust instead of the system's.
    package var caFile: String?
    /// `nil` uses the proxy from the environment, except for loopback.
    package var proxy: HTTPProxy?
    /// The servers that the request and its redirects may connect to.
    package var reach: HTTPReach
    /// Signs the request, with path and query as they stand in the URL.
    package var signing: HTTPSigningKeys?

    package init(
        _ method: HTTPMethod, _ url: String, headers: [HTTPHeader] = [], body: [UInt8] = [],
        limits: HTTPLimits = HTTPLimits(), redirects: Int = 0, unixSocket: String? = nil, caFile: String? = nil,
        proxy: HTTPProxy? = nil, reach: HTTPReach = .anywhere
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.limits = limits
        self.redirects = redirects
        self.unixSocket = unixSocket
        self.caFile = caFile
        self.proxy = proxy
        self.reach = reach
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "\(method.rawValue), \(headers.count) headers, \(body.count) bytes" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}

/// Keys by which requests are signed (AWS Signature Version 4).
package struct HTTPSigningKeys: Equatable, Sendable {
    /// Provider, region and service as libcurl reads them, such as `aws:amz:eu-west-1:s3`.
    package let scheme: String
    package let accessKey: Secret
    package let secretKey: Secret

    package init(scheme: String, accessKey: Secret, secretKey: Secret) {
        self.scheme = scheme
        self.accessKey = accessKey
        self.secretKey = secretKey
    }
}

/// The method of a request.
package enum HTTPMethod: String, Equatable, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// Whether sending the request twice has the same effect as sending it once (RFC 9110, 9.2.2). Other requests may
    /// cost money twice and are never repeated automatically.
    package var isIdempotent: Bool {
        switch self {
        case .get, .head, .put, .delete: true
        case .post, .patch: false
        }
    }
}

/// One header field. A secret one, such as a key, is only sent to the server: printing, dumping and reflection don't
/// reveal it.
package struct HTTPHeader: Equatable, Sendable {
    package let name: String
    package let value: String
    package let isSecret: Bool

    package init(_ name: String, _ value: String, isSecret: Bool = false) {
        self.name = name
        self.value = value
        self.isSecret = isSecret
    }

    /// Returns whether the field has this name, ignoring case.
    package func isNamed(_ other: String) -> Bool {
        name.utf8.count == other.utf8.count && zip(name.utf8, other.utf8).allSatisfy { lower($0) == lower($1) }
    }

    /// Whether the field is allowed in a request: the name is a token, and the value has no control characters except
    /// tabs (RFC 9110, 5.1 and 5.5).
    package var isValid: Bool {
        !name.isEmpty && name.utf8.allSatisfy(isToken) && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 9 }
    }

    private func lower(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }

    private func isToken(_ byte: UInt8) -> Bool {
        byte.isASCIILetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
}

extension HTTPHeader: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "\(name): \(isSecret ? "(secret)" : value)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["field": description]) }
}

/// Limits on the duration and size of an exchange. Exceeding one ends the exchange with a failure that names it.
package struct HTTPLimits: Equatable, Sendable {
    /// The upper bound of `headerBytes`. A single line is limited to 100 KiB.
    package static let maxHeaderBytes = 256 << 10

    /// Name resolution, connecting and the TLS handshake together.
    package var connect: Duration
    /// The whole exchange, from the call to the last byte, including the wait for a free connection.
    package var total: Duration
    /// The longest pause within the body. The wait for its first byte is limited by `total` alone, as a service may
    /// generate for minutes before it responds.
    package var stall: Duration
    /// The size of all header lines together, in bytes, including those of interim responses; each redirect counts
    /// separately.
    package var headerBytes: Int
    /// The size of the body after decompression, in bytes.
    package var bodyBytes: Int

    package init(
        connect: Duration = .seconds(10), total: Duration = .seconds(300), stall: Duration = .seconds(60),
        headerBytes: Int = 64 << 10, bodyBytes: Int = 64 << 20
    ) {
        self.connect = connect
        self.total = total
        self.stall = stall
        self.headerBytes = headerBytes
        self.bodyBytes = bodyBytes
    }
}

/// A complete response. Any status counts, including 500; only the lack of a response is a failure.
package struct HTTPResponse: Equatable, Sendable {
    package let status: Int
    /// The header fields in the order received.
    package let headers: [HTTPHeader]
    package let body: [UInt8]
    package let timing: HTTPTiming

    package init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = [], timing: HTTPTiming = HTTPTiming()) {
        self.status = status
        self.headers = headers
        self.body = body
        self.timing = timing
    }

    /// Returns the value of the first field with this name, ignoring case.
    package func header(_ name: String) -> String? {
        headers.first { $0.isNamed(name) }?.value
    }
}

/// Timestamps of an exchange, relative to its start.
package struct HTTPTiming: Equatable, Sendable {
    /// The time when the connection was established, including TLS; zero for a reused connection.
    package let connected: Duration
    /// The time when the first byte of the response arrived.
    package let answered: Duration
    /// The time when the last byte of the response arrived.
    package let total: Duration

    package init(connected: Duration = .zero, answered: Duration = .zero, total: Duration = .zero) {
        self.connected = connected
        self.answered = answered
        self.total = total
    }
}
