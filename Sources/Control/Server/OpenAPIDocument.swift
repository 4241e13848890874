internal import COpenAPI
internal import ControlAPI
internal import PlatformHTTPServer

/// The OpenAPI 3.1 document of the control API: `config/api/openapi.json`, embedded in the program.
enum OpenAPIDocument {
    private static let bytes: [UInt8] = {
        var bytes = [UInt8](repeating: 0, count: openapi_size())
        openapi_copy(&bytes)
        return bytes
    }()

    static let route = Route("GET", "/v1/openapi.json", .read) { _ throws(Rejection) in
        .bytes(bytes, type: MediaType.json)
    }
}
