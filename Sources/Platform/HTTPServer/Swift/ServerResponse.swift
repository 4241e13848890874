/// An answer. Its length and date are added on the way; the body of an answer to HEAD is left out there.
package struct ServerResponse: Sendable {
    package var status: Int
    package var headers: [ServerHeader]
    package var body: [UInt8]
    /// Where the body comes from in place of `body`, part by part, while the client reads it.
    package var source: (any BodySource)?

    package init(status: Int, headers: [ServerHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    package init(status: Int, headers: [ServerHeader] = [], source: any BodySource) {
        self.init(status: status, headers: headers)
        self.source = source
    }
}

extension ServerResponse: Equatable {
    /// Bodies that have yet to come are the same only when they come from the same place.
    package static func == (one: ServerResponse, other: ServerResponse) -> Bool {
        one.status == other.status && one.headers == other.headers && one.body == other.body
            && one.source === other.source
    }
}
