package import ControlAPI
package import Domain

/// A client of the service's control socket.
package struct ControlClient: Sendable {
    /// Sends one request and returns the complete response, whatever its status.
    package typealias Exchange = @Sendable (HTTPRequest) async throws(HTTPFailure) -> HTTPResponse

    /// As large as the largest picture that is stored.
    private static let mostAnswerBytes = 256 << 20

    private let socket: String
    private let language: Language
    private let exchange: Exchange

    /// `socket`: the path of an existing socket.
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

    /// `body`: JSON or a picture; `headers` are added to those that every request carries.
    package func post<Answer: Decodable>(
        _ path: String, _ query: [QueryString.Item] = [], body: ControlBody = .none, headers: [HTTPHeader] = [],
        limit: Duration = .seconds(60), as answer: Answer.Type = Answer.self
    ) async throws(ControlClientFailure) -> Answer {
        try decode(try await send(.post, path, query, body, headers, limit))
    }

    package func patch<Answer: Decodable>(
        _ path: String, body: ControlBody, as answer: Answer.Type = Answer.self
    ) async throws(ControlClientFailure) -> Answer {
        try decode(try await send(.patch, path, [], body))
    }

    package func delete<Answer: Decodable>(
        _ path: String, as answer: Answer.Type = Answer.self
    ) async throws(ControlClientFailure) -> Answer {
        try decode(try await send(.delete, path, []))
    }

    /// The response body as bytes, where it is not JSON.
    package func bytes(
        _ path: String, _ query: [QueryString.Item] = [], limit: Duration = .seconds(60)
    ) async throws(ControlClientFailure) -> [UInt8] {
        try await send(.get, path, query, .none, [], limit).body
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
        let suffix = query.isEmpty ? "" : "?" + QueryString.encode(query)
        let common = [HTTPHeader("Accept-Language", language.rawValue)] + body.headers + headers
        let request = HTTPRequest(
            method, "http://\(ControlHeader.host)\(path)\(suffix)", headers: common, body: body.bytes,
            limits: HTTPLimits(
                connect: .seconds(5), total: limit, stall: .seconds(30), bodyBytes: Self.mostAnswerBytes),
            unixSocket: socket)
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

/// The body of a request, with its content type.
package struct ControlBody: Sendable {
    let bytes: [UInt8]
    let headers: [HTTPHeader]

    package static let none = ControlBody(bytes: [], headers: [])

    package static func json(_ bytes: [UInt8]) -> ControlBody {
        ControlBody(bytes: bytes, headers: [HTTPHeader("Content-Type", MediaType.json)])
    }

    private static func picture(_ bytes: [UInt8]) -> ControlBody {
        ControlBody(bytes: bytes, headers: [HTTPHeader("Content-Type", MediaType.octets)])
    }

    /// One picture as it is, or several as a form.
    package static func pictures(_ pictures: [[UInt8]]) -> ControlBody {
        if pictures.count == 1 { return picture(pictures[0]) }
        return form(pictures.map { ("picture", MediaType.octets, $0) })
    }

    /// A form of files, each with its name and media type.
    package static func form(_ files: [(name: String, type: String, bytes: [UInt8])]) -> ControlBody {
        let parts = files.map { file in
            (file.name, MultipartBody.Content.file(name: file.name, type: file.type, file.bytes))
        }
        // No file contains 128 random bits.
        let seed = [UInt64.random(in: .min ... .max), .random(in: .min ... .max)].map { String($0, radix: 16) }.joined()
        let form = MultipartBody(parts, seed: seed)
        return ControlBody(bytes: form.bytes, headers: [HTTPHeader("Content-Type", form.type)])
    }

    /// Throws the encoder's errors.
    package static func json(of value: some Encodable) throws -> ControlBody {
        .json(try ControlJSON.encode(value))
    }
}

/// The candidate paths of the control socket, in search order.
package struct SocketSearchPath: Equatable, Sendable {
    package let paths: [String]
    /// Whether the path was given explicitly. No other socket is then tried.
    package let isNamed: Bool

    /// `named`: the path from the command line; takes precedence over the environment variable.
    package init(named: String?, environment: [String: String]) {
        let environment = environment.filter { !$0.value.isEmpty }
        let named = named ?? environment["TEXTIFY_SOCKET"]
        isNamed = named != nil
        let state = environment["XDG_STATE_HOME"] ?? environment["HOME"].map { $0 + "/.local/state" }
        let folders = ["/run", environment["XDG_RUNTIME_DIR"], state].compactMap(\.self)
        paths = named.map { [$0] } ?? folders.map { $0 + "/textifyd/control.sock" }
    }

    /// The first existing path. Throws `.noSocket`.
    package func first(where exists: (String) -> Bool) throws(ControlClientFailure) -> String {
        guard let path = paths.first(where: exists) else { throw .noSocket(tried: paths) }
        return path
    }
}

/// The reasons why a request to the service fails.
package enum ControlClientFailure: Error, Equatable, Sendable {
    /// None of the candidate paths has a socket.
    case noSocket(tried: [String])
    /// The socket exists, but nothing answers, or the response broke off.
    case unreachable(socket: String, HTTPFailure)
    /// The problem document that the service responded with.
    case refused(Problem)
    /// The response is not textifyd's, or comes from another version of it.
    case garbled(socket: String, status: Int)
}
