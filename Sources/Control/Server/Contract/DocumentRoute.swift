internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer

/// `GET /v1/openapi.json`: the routes as OpenAPI 3.1, itself among them.
enum DocumentRoute {
    private static let contract = RouteContract(
        summary: "This document: the API as OpenAPI 3.1",
        answer: .bytes([MediaType.json], "An OpenAPI document"))

    /// The routes, and the one that tells of them. The document is made when it is asked for, which is seldom.
    static func beside(_ routes: [Route]) -> [Route] {
        let nothing = Route("GET", "/v1/openapi.json", .read, contract) { _ throws(Rejection) in
            throw .refused(.noSuchPath)
        }
        let told = routes + [nothing]
        return routes + [
            Route("GET", "/v1/openapi.json", .read, contract) { _ throws(Rejection) in
                .json(APIDocument(told).value)
            }
        ]
    }
}
