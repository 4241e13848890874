/// One request to a server, with all that bounds it. Printing shows the method alone: an address can hold a key too.
package struct HTTPRequest: Equatable, Sendable {
    package var method: HTTPMethod
    /// `http` or `https`, whole, with what must be escaped escaped.
    package var url: String
    /// In the order in which they are sent. One given here takes the place of one that would be sent by default.
    package var headers: [HTTPHeader]
    package var body: [UInt8]
    package var limits: HTTPLimits
    /// How many redirects may be followed. Only a GET or HEAD without a secret header ever follows one, and never from
    /// https to http: else the redirect is the answer.
    package var redirects: Int
    /// The socket to connect to in place of the address's host, such as `/run/textifyd/control.sock`.
    package var unixSocket: String?
    /// A file of certificates (PEM) to trust in place of the system's.
    package var caFile: String?
    /// `nil`: what the environment says, which never holds for this machine's own loopback.
    package var proxy: HTTPProxy?
    /// Which servers may be connected to, by the request itself and by the redirects that it follows.
    package var reach: HTTPReach

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

/// What a request asks a server to do.
package enum HTTPMethod: String, Equatable, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"

    /// Whether sending it twice does no more than sending it once (RFC 9110, 9.2.2). What isn't so may cost money twice,
    /// and is never repeated by itself.
    package var isIdempotent: Bool {
        switch self {
        case .get, .head, .put, .delete: true
        case .post, .patch: false
        }
    }
}

/// One header field. A secret one, such as a key, goes to the server and nowhere else: neither printing, dumping nor
/// reflecting shows it.
package struct HTTPHeader: Equatable, Sendable {
    package let name: String
    package let value: String
    package let isSecret: Bool

    package init(_ name: String, _ value: String, isSecret: Bool = false) {
        self.name = name
        self.value = value
        self.isSecret = isSecret
    }

    /// Whether this is the field of that name; case does not count.
    package func isNamed(_ other: String) -> Bool {
        name.utf8.count == other.utf8.count && zip(name.utf8, other.utf8).allSatisfy { lower($0) == lower($1) }
    }

    /// Whether it can stand in a request as it is: the name is a token, the value ends no line (RFC 9110, 5.1 and 5.5).
    package var isValid: Bool {
        !name.isEmpty && name.utf8.allSatisfy(isToken) && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 9 }
    }

    private func lower(_ byte: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
    }

    private func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}

extension HTTPHeader: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "\(name): \(isSecret ? "(secret)" : value)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["field": description]) }
}

/// How long an exchange may take and how much may come back. Over a bound the exchange ends with a failure that says so.
package struct HTTPLimits: Equatable, Sendable {
    /// Looking the name up, connecting and agreeing on encryption together.
    package var connect: Duration
    /// The whole exchange, from being asked for to the last byte; waiting for a free connection counts.
    package var total: Duration
    /// The longest silence once the body has begun. The wait for its first byte is bounded by `total` alone: a service
    /// may paint for minutes before it speaks.
    package var stall: Duration
    /// The most that `headerBytes` counts for; a single line is bounded by 100 KiB.
    package static let mostHeaderBytes = 256 << 10

    /// All lines before the body together, those of interim answers included; each redirect is counted by itself.
    package var headerBytes: Int
    /// Counted after decoding, where the server compresses.
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

/// When the steps of an exchange were done, counted from its start.
package struct HTTPTiming: Equatable, Sendable {
    /// The connection stood, encrypted where it is. Zero on a connection that stood before.
    package let connected: Duration
    /// The first byte of the answer.
    package let answered: Duration
    /// The last byte of the answer.
    package let total: Duration

    package init(connected: Duration = .zero, answered: Duration = .zero, total: Duration = .zero) {
        self.connected = connected
        self.answered = answered
        self.total = total
    }
}
