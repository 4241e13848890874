import BackendKit
import Domain

extension ComfyUIBackend {
    /// Looks up a prompt in the server's history and queue. If neither has it, the history is read once more, because
    /// the work may have finished between the two requests.
    func look(for id: String) async throws(BackendFailure) -> WorkStatus {
        if let outcome = try await outcome(of: id) { return .ended(outcome) }
        let place = try await place(of: id)
        if place != .nowhere { return .queued(place) }
        return try await outcome(of: id).map { .ended($0) } ?? .notFound
    }

    enum WorkStatus {
        case ended(HistoryEntry)
        case queued(QueuePosition)
        case notFound
    }

    func place(of id: String) async throws(BackendFailure) -> QueuePosition {
        QueuePosition(try await json("/queue"), id: id)
    }

    private func outcome(of id: String) async throws(BackendFailure) -> HistoryEntry? {
        HistoryEntry(try await json("/history/" + id), id: id, quoting: quoting)
    }

    /// Requests a JSON object. Free of charge.
    func json(_ path: String) async throws(BackendFailure) -> JSONValue {
        let response: HTTPResponse
        do throws(HTTPFailure) { response = try await ask(path, Self.patience) } catch {
            throw BackendFailure(free: error)
        }
        guard response.status == 200 else { throw rejection(response) }
        return try await Self.object(response.body)
    }

    /// Runs off the caller's actor, since a queue with all its graphs can be megabytes.
    @concurrent
    private static func object(_ body: [UInt8]) async throws(BackendFailure) -> JSONValue {
        guard let value = JSONBody.value(body) else {
            throw .badResponse(said: "not JSON where an object was expected")
        }
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
            response: response, workflow: workflow, quoting: quoting, now: utc(), isOfGraph: isOfGraph
        ).failure
    }

    /// The limits of all requests. The server answers immediately even while it generates, since no request waits for
    /// work.
    static var patience: HTTPLimits { HTTPLimits(total: .seconds(60), stall: .seconds(30)) }

    private var authorization: [HTTPHeader] {
        context.key.map { [HTTPHeader("Authorization", "Bearer " + $0.value, isSecret: true)] } ?? []
    }
}

extension ComfyUIBackend {
    /// Uploads an input picture and returns its name for the server's nodes; `nil` for no picture. The name is derived
    /// from the content, so the same picture overwrites itself. Nothing has been requested yet, so a failure costs
    /// nothing.
    func uploaded(_ picture: InputPicture?) async throws(BackendFailure) -> String? {
        guard let picture else { return nil }
        let file = MultipartBody.File(picture.fileName, type: picture.mediaType, picture.bytes)
        let body = MultipartBody(
            [("image", .file(file)), ("type", .text("input")), ("overwrite", .text("true"))],
            seed: String(picture.digest.hex.prefix(32)))
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await send("/upload/image", body.bytes, Self.patience, type: body.type)
        } catch {
            throw BackendFailure(free: error)
        }
        guard response.status == 200 else { throw rejection(response) }
        guard let answer = JSONBody.value(response.body), let name = answer["name"]?.text, !name.isEmpty else {
            throw .badResponse(said: "no file name in the response to an upload")
        }
        let folder = answer["subfolder"]?.text ?? ""
        return folder.isEmpty ? name : folder + "/" + name
    }
}
