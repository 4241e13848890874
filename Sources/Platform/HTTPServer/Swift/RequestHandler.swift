internal import Glibc

/// Answers the requests of a server.
package protocol RequestHandler: Sendable {
    /// Decides on a request by its head, before the body is read. Called on the server's thread, so it must not block.
    func admit(_ head: RequestHead) -> Admission

    /// Returns the response to a request that was rejected. Called on the server's thread as well.
    func refuse(_ head: RequestHead, _ fault: BodyFault) -> ServerResponse

    /// Answers a request. The connection uses no thread meanwhile. The task is cancelled when the client disconnects or
    /// the server stops; its response is then discarded.
    func answer(_ request: ServerRequest) async -> ServerResponse
}

/// The decision on a request whose head has arrived.
package enum Admission: Equatable, Sendable {
    /// Read the body, up to this number of bytes.
    case read(upTo: Int)
    /// Send this response. A body that still arrives is read and discarded.
    case refuse(ServerResponse)
}

/// A reason to reject a request regardless of its target.
package enum BodyFault: Equatable, Sendable {
    /// The body exceeds the permitted size.
    case tooLarge
    /// The bodies held in memory have reached their limit.
    case noRoom
    /// The user has reached the limit on connections; this one closes after the response.
    case tooManyConnections
    /// The head is ambiguous: another HTTP implementation could parse it differently, or find a different end of the
    /// body.
    case malformed
    /// The body has a transfer coding other than `chunked`.
    case unknownCoding
}

/// The head of a request.
package struct RequestHead: Equatable, Sendable {
    package let method: String
    /// The target as sent: the percent-encoded path and query, or an absolute URL.
    package let target: String
    /// Whether the version is HTTP/1.1 or later, which requires `Host`.
    package var isCurrent = true
    /// The headers in their original order.
    package let headers: [ServerHeader]
    package var peer: Peer

    package init(
        method: String, target: String, isCurrent: Bool = true, headers: [ServerHeader], peer: Peer
    ) {
        self.method = method
        self.target = target
        self.isCurrent = isCurrent
        self.headers = headers
        self.peer = peer
    }

    /// The value of the first header with this name, ignoring case.
    package subscript(name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }
}

/// A header of a request or a response.
package struct ServerHeader: Equatable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A completely received request.
package struct ServerRequest: Equatable, Sendable {
    package let head: RequestHead
    package let body: [UInt8]

    package init(head: RequestHead, body: [UInt8] = []) {
        self.head = head
        self.body = body
    }
}

/// The user at the other end, as the kernel recorded it at connect.
package struct Peer: Equatable, Sendable {
    package var user: UInt32
    package let group: UInt32
    /// Supplementary groups.
    package let groups: [UInt32]
    /// The IP address of a network peer; `nil` on a Unix socket.
    package var address: String?

    package init(user: UInt32, group: UInt32, groups: [UInt32], address: String? = nil) {
        self.user = user
        self.group = group
        self.groups = groups
        self.address = address
    }
}

/// A response. The server adds length and date, and omits the body of a response to HEAD.
package struct ServerResponse: Sendable {
    package var status: Int
    package var headers: [ServerHeader]
    package var body: [UInt8]
    /// Produces the body in parts, in place of `body`, while the client reads it.
    package var source: (any BodySource)?

    package init(
        status: Int, headers: [ServerHeader] = [], body: [UInt8] = [], source: (any BodySource)? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.source = source
    }
}

extension ServerResponse: Equatable {
    /// Responses in parts are equal only if they have the same source object.
    package static func == (one: ServerResponse, other: ServerResponse) -> Bool {
        one.status == other.status && one.headers == other.headers && one.body == other.body
            && one.source === other.source
    }
}

/// A response body that is produced part by part.
package protocol BodySource: AnyObject, Sendable {
    /// Returns the next part, which is not empty; `nil` at the end. Called once the previous part has been sent, so a
    /// slow client slows the calls down. When the client disconnects, the task is cancelled and the result is ignored.
    func next() async -> [UInt8]?
}

/// The groups of the system.
package enum SystemGroup {
    /// Returns the identifier of a group by its name, `nil` if there is none. May query a directory service, so don't
    /// call it on a thread that must not block.
    package static func number(named name: String) -> UInt32? {
        var entry = unsafe group()
        var found: UnsafeMutablePointer<group>?
        var room = [CChar](repeating: 0, count: 1 << 16)
        let answer = unsafe room.withUnsafeMutableBufferPointer { room in
            unsafe getgrnam_r(name, &entry, room.baseAddress, room.count, &found)
        }
        guard answer == 0, unsafe found != nil else { return nil }
        return unsafe entry.gr_gid
    }
}
