internal import ControlAPI
internal import PlatformHTTPServer

extension ServerResponse {
    /// An answer of JSON that nobody keeps.
    static func json(_ value: some Encodable, status: Int = 200, type: String = MediaType.json) -> ServerResponse {
        // Wire types hold texts, numbers and lists alone: they can always be written.
        let body = (try? ControlJSON.encode(value)) ?? Array("{}".utf8)
        return bytes(body, status: status, type: type)
    }

    static func bytes(_ body: [UInt8], status: Int = 200, type: String) -> ServerResponse {
        ServerResponse(
            status: status,
            headers: [
                ServerHeader("Content-Type", type), ServerHeader("Cache-Control", "no-store"),
                ServerHeader("X-Content-Type-Options", "nosniff"),
            ], body: body)
    }
}
