/// A request that has been received as a whole.
public struct ServerRequest: Equatable, Sendable {
    public let head: RequestHead
    public let body: [UInt8]

    public init(head: RequestHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }
}
