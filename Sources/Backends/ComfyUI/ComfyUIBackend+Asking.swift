import BackendKit
import Domain

extension ComfyUIBackend {
    /// What the server knows of a piece of work. In neither the history nor the queue: the history is read once more,
    /// for the work may have ended between the two looks.
    func look(for id: String) async throws(BackendFailure) -> Knowledge {
        if let outcome = try await outcome(of: id) { return .ended(outcome) }
        let place = try await place(of: id)
        if place != .nowhere { return .queued(place) }
        return try await outcome(of: id).map { .ended($0) } ?? .unheard
    }

    enum Knowledge {
        case ended(WorkOutcome)
        case queued(QueuePlace)
        case unheard
    }

    func place(of id: String) async throws(BackendFailure) -> QueuePlace {
        QueuePlace(try await json("/queue"), id: id)
    }

    private func outcome(of id: String) async throws(BackendFailure) -> WorkOutcome? {
        WorkOutcome(try await json("/history/" + id), id: id, quoting: quoting)
    }

    /// An object that the server tells for nothing.
    func json(_ path: String) async throws(BackendFailure) -> JSONValue {
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await ask(path, Self.patience) } catch {
            throw BackendFailure(free: error)
        }
        guard response.status == 200 else { throw rejection(response) }
        return try await Self.object(response.body)
    }

    /// A queue with all its graphs can be megabytes: reading it leaves the caller's actor.
    @concurrent
    private static func object(_ body: [UInt8]) async throws(BackendFailure) -> JSONValue {
        guard let value = JSONBody.value(body) else { throw .badResponse(said: "not JSON where an object was expected") }
        return try value.object()
    }

    func ask(_ path: String, _ limits: HTTPLimits) async throws(HTTPFailure) -> HTTPResponse {
        try await transport.perform(HTTPRequest(.get, base + path, headers: authorization, limits: limits))
    }

    func send(
        _ path: String, _ body: [UInt8], _ limits: HTTPLimits, type: String = "application/json"
    ) async throws(HTTPFailure) -> HTTPResponse {
        let headers = [HTTPHeader("Content-Type", type), HTTPHeader("Accept", "application/json")]
        return try await transport.perform(
            HTTPRequest(.post, base + path, headers: headers + authorization, body: body, limits: limits))
    }

    func rejection(_ response: HTTPResponse, isOfGraph: Bool = false) -> BackendFailure {
        Rejection(
            response: response, workflow: options.workflow, quoting: quoting, now: utc(), isOfGraph: isOfGraph
        ).failure
    }

    /// Every question is answered at once, also while the server paints; work is never waited for within one.
    static var patience: HTTPLimits { HTTPLimits(total: .seconds(60), stall: .seconds(30)) }

    private var authorization: [HTTPHeader] {
        options.key.map { [HTTPHeader("Authorization", "Bearer " + $0.value, isSecret: true)] } ?? []
    }
}
