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
