/// What requests are answered with.
package protocol RequestHandler: Sendable {
    /// Looks at the head before any body is read. It is called on the server's thread: it must not block.
    func admit(_ head: RequestHead) -> Admission

    /// The answer to a request whose body was not taken. On the server's thread, too.
    func refuse(_ head: RequestHead, _ fault: BodyFault) -> ServerResponse

    /// Makes the answer. Meanwhile the connection holds no thread. The task is cancelled when the client goes away or
    /// the server gives up; what is answered then goes nowhere.
    func answer(_ request: ServerRequest) async -> ServerResponse
}
