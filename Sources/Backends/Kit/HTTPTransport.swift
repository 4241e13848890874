package import Domain

/// How a backend reaches its server. It follows nothing, stores nothing, and retries nothing that may cost money twice.
package protocol HTTPTransport: Sendable {
    /// Sends the request and gives the whole answer, whatever its status. Cancelling the task ends the exchange.
    func perform(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse
}
