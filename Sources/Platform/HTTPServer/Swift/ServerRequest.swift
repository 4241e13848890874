/// A request that has been received as a whole.
package struct ServerRequest: Equatable, Sendable {
    package let head: RequestHead
    package let body: [UInt8]

    package init(head: RequestHead, body: [UInt8]) {
        self.head = head
        self.body = body
    }
}
