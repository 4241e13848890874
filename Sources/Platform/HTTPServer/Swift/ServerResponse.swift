/// An answer. Its length and date are added on the way; the body of an answer to HEAD is left out there.
public struct ServerResponse: Equatable, Sendable {
    public var status: Int
    public var headers: [ServerHeader]
    public var body: [UInt8]

    public init(status: Int, headers: [ServerHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
