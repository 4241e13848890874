package import ControlAPI
package import Domain

/// Talks to the service over its control socket.
package struct ControlClient: Sendable {
    /// Sends one request and gives the whole answer, whatever its status.
    package typealias Exchange = @Sendable (HTTPRequest) async throws(HTTPFailure) -> HTTPResponse

    private let socket: String
    private let language: Language
    private let exchange: Exchange

    /// `socket`: the path of a socket that exists.
    package init(socket: String, language: Language = .english, exchange: @escaping Exchange) {
        self.socket = socket
        self.language = language
        self.exchange = exchange
    }

    package func get<Answer: Decodable>(
        _ path: String, _ query: [QueryString.Item] = [], limit: Duration = .seconds(60),
        as answer: Answer.Type = Answer.self
    ) async throws(ControlClientFailure) -> Answer {
        try decode(try await send(.get, path, query, .none, [], limit))
    }

    /// `body`: JSON or a picture; `headers` beside those that every request carries.
    package func post<Answer: Decodable>(
        _ path: String, _ query: [QueryString.Item] = [], body: ControlBody = .none, headers: [HTTPHeader] = [],
        limit: Duration = .seconds(60), as answer: Answer.Type = Answer.self
    ) async throws(ControlClientFailure) -> Answer {
        try decode(try await send(.post, path, query, body, headers, limit))
    }

    package func delete<Answer: Decodable>(
        _ path: String, as answer: Answer.Type = Answer.self
    ) async throws(ControlClientFailure) -> Answer {
        try decode(try await send(.delete, path, []))
    }

    /// The answer's bytes, where they are no JSON.
    package func bytes(
        _ path: String, _ query: [QueryString.Item] = []
    ) async throws(ControlClientFailure) -> [UInt8] {
        try await send(.get, path, query).body
    }

    private func decode<Answer: Decodable>(_ response: HTTPResponse) throws(ControlClientFailure) -> Answer {
        do {
            return try ControlJSON.decode(Answer.self, from: response.body)
        } catch {
            throw .garbled(socket: socket, status: response.status)
        }
    }

    private func send(
        _ method: HTTPMethod, _ path: String, _ query: [QueryString.Item], _ body: ControlBody = .none,
        _ headers: [HTTPHeader] = [], _ limit: Duration = .seconds(60)
    ) async throws(ControlClientFailure) -> HTTPResponse {
        let asked = query.isEmpty ? "" : "?" + QueryString.encode(query)
        let common = [HTTPHeader("Accept-Language", language.rawValue)] + body.headers + headers
        let request = HTTPRequest(
            method, "http://\(ControlHeader.host)\(path)\(asked)", headers: common, body: body.bytes,
            limits: HTTPLimits(connect: .seconds(5), total: limit, stall: .seconds(30)), unixSocket: socket)
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await exchange(request)
        } catch {
            throw .unreachable(socket: socket, error)
        }
        guard (200..<300).contains(response.status) else { throw refusal(response) }
        return response
    }

    private func refusal(_ response: HTTPResponse) -> ControlClientFailure {
        do {
            return .refused(try ControlJSON.decode(Problem.self, from: response.body))
        } catch {
            return .garbled(socket: socket, status: response.status)
        }
    }
}
