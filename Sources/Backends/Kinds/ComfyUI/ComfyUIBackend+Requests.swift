import BackendKit
import Domain

extension ComfyUIBackend {
    enum WorkStatus {
        case ended(HistoryEntry)
        case queued(QueuePosition)
        case notFound
    }

    /// Looks up a prompt in the server's history and queue. If neither has it, the history is read once more, because
    /// the work may have finished between the two requests.
    func status(of id: String) async throws(BackendFailure) -> WorkStatus {
        if let entry = try await historyEntry(of: id) { return .ended(entry) }
        let position = try await queuePosition(of: id)
        if position != .absent { return .queued(position) }
        return try await historyEntry(of: id).map { .ended($0) } ?? .notFound
    }

    func queuePosition(of id: String) async throws(BackendFailure) -> QueuePosition {
        QueuePosition(try await json("/queue"), id: id)
    }

    private func historyEntry(of id: String) async throws(BackendFailure) -> HistoryEntry? {
        try await json("/history/" + id)[id].map { HistoryEntry(entry: $0, quoting: service.quoting) }
    }

    /// Requests a JSON object. Runs off the caller's actor, since a queue with all its graphs can be megabytes.
    @concurrent
    func json(_ path: String) async throws(BackendFailure) -> JSONValue {
        let request = HTTPRequest(.get, service.base + path, headers: authorization, limits: Self.limits)
        let response = try await service.performFree(request)
        guard response.status == 200 else { throw failure(response) }
        guard let value = JSONBody.value(response.body) else {
            throw .badResponse(message: "not JSON where an object was expected")
        }
        return try value.object()
    }

    func post(_ path: String, _ body: [UInt8], type: HTTPHeader = .containsJSON) -> HTTPRequest {
        HTTPRequest(
            .post, service.base + path, headers: [type, .acceptsJSON] + authorization, body: body, limits: Self.limits)
    }

    func failure(_ response: HTTPResponse, isOfGraph: Bool = false) -> BackendFailure {
        ComfyUIRefusal(plain: service.refusal(response), workflow: workflow, isOfGraph: isOfGraph).failure
    }

    /// The limits of all requests. The server answers immediately even while it generates, since no request waits for
    /// work.
    private static var limits: HTTPLimits { HTTPLimits(total: .seconds(60), stall: .seconds(30)) }

    var authorization: [HTTPHeader] { context.key.map { [.bearer($0)] } ?? [] }
}

extension ComfyUIBackend {
    /// Uploads an input picture and returns its name for the server's nodes. The name is derived from the content, so
    /// the same picture overwrites itself. Nothing has been requested yet, so a failure costs nothing.
    func uploaded(_ picture: InputPicture) async throws(BackendFailure) -> String {
        let body = MultipartBody(
            [
                ("image", .file(name: picture.fileName, type: picture.mediaType, picture.bytes)),
                ("type", .text("input")), ("overwrite", .text("true")),
            ], seed: String(picture.digest.hex.prefix(32)))
        let request = post("/upload/image", body.bytes, type: HTTPHeader("Content-Type", body.type))
        let response = try await service.performFree(request)
        guard response.status == 200 else { throw failure(response) }
        guard let answer = JSONBody.value(response.body), let name = answer["name"]?.text, !name.isEmpty else {
            throw .badResponse(message: "no file name in the response to an upload")
        }
        let folder = answer["subfolder"]?.text ?? ""
        return folder.isEmpty ? name : folder + "/" + name
    }
}
