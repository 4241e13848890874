internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer

/// Calls the control API within the process, as the session's peer. Pages know the service only through it, so that they
/// can do nothing that a script can't do over the socket.
struct ControlCaller: Sendable {
    let control: any RequestHandler
    let peer: Peer
    let language: Language

    func get<Answer: Decodable>(
        _ path: String, _ query: [QueryString.Item] = [], as type: Answer.Type = Answer.self
    ) async throws(Problem) -> Answer {
        try Self.decoded(await answer("GET", path, query))
    }

    func post<Answer: Decodable>(
        _ path: String, _ query: [QueryString.Item] = [], _ body: JSONValue? = nil, as type: Answer.Type = Answer.self
    ) async throws(Problem) -> Answer {
        let bytes = body.flatMap { try? ControlJSON.encode($0) } ?? []
        return try Self.decoded(await answer("POST", path, query, body: bytes, type: MediaType.json))
    }

    /// Posts pictures.
    func post<Answer: Decodable>(
        _ path: String, _ query: [QueryString.Item], picture: [UInt8], as type: Answer.Type = Answer.self
    ) async throws(Problem) -> Answer {
        try Self.decoded(await answer("POST", path, query, body: picture, type: MediaType.octets))
    }

    /// The text of an answer that is no JSON.
    func text(_ path: String, _ query: [QueryString.Item] = []) async throws(Problem) -> String {
        let answer = await answer("GET", path, query)
        guard answer.status < 300 else { throw Self.problem(answer) }
        return String(decoding: answer.body, as: UTF8.self)
    }

    private func answer(
        _ method: String, _ path: String, _ query: [QueryString.Item], body: [UInt8] = [], type: String? = nil
    ) async -> ServerResponse {
        let target = query.isEmpty ? path : path + "?" + QueryString.encode(query)
        var headers = [ServerHeader("Host", ControlHeader.host), ServerHeader("Accept-Language", language.rawValue)]
        if let type { headers.append(ServerHeader("Content-Type", type)) }
        let head = RequestHead(method: method, target: target, headers: headers, peer: peer)
        return await control.answer(ServerRequest(head: head, body: body))
    }

    private static func decoded<Answer: Decodable>(_ answer: ServerResponse) throws(Problem) -> Answer {
        guard answer.status < 300, let value = try? ControlJSON.decode(Answer.self, from: answer.body) else {
            throw problem(answer)
        }
        return value
    }

    private static func problem(_ answer: ServerResponse) -> Problem {
        (try? ControlJSON.decode(Problem.self, from: answer.body))
            ?? Problem(status: max(answer.status, 500), code: "internal", detail: "")
    }
}
