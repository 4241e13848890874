/// One request to a server, with all that bounds it. Printing shows the method alone: an address can hold a key too.
public struct HTTPRequest: Equatable, Sendable {
    public var method: HTTPMethod
    /// `http` or `https`, whole, with what must be escaped escaped.
    public var url: String
    /// In the order in which they are sent. One given here takes the place of one that would be sent by default.
    public var headers: [HTTPHeader]
    public var body: [UInt8]
    public var limits: HTTPLimits
    /// How many redirects may be followed. Only a GET or HEAD without a secret header ever follows one, and never from
    /// https to http: else the redirect is the answer.
    public var redirects: Int
    /// The socket to connect to in place of the address's host, such as `/run/textifyd/control.sock`.
    public var unixSocket: String?
    /// A file of certificates (PEM) to trust in place of the system's.
    public var caFile: String?
    /// `nil`: what the environment says, which never holds for this machine's own loopback.
    public var proxy: HTTPProxy?
    /// Which servers may be connected to, by the request itself and by the redirects that it follows.
    public var reach: HTTPReach

    public init(
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
    public var description: String { "\(method.rawValue), \(headers.count) headers, \(body.count) bytes" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["request": description]) }
}
