internal import PlatformHTTPServer

/// A method at a path, who may use it, what it takes and gives, and what is done for it.
struct Route: Sendable {
    let method: String
    /// Path segments; `{id}` and `{name}` stand for any one.
    let path: [String]
    let role: Role
    let contract: RouteContract
    let run: @Sendable (Exchange) async throws(Rejection) -> ServerResponse

    init(
        _ method: String, _ path: String, _ role: Role, _ contract: RouteContract,
        run: @escaping @Sendable (Exchange) async throws(Rejection) -> ServerResponse
    ) {
        self.method = method
        self.path = path.dropFirst().split(separator: "/").map(String.init)
        self.role = role
        self.contract = contract
        self.run = run
    }

    /// As it is written down: `/v1/jobs/{id}`.
    var place: String { "/" + path.joined(separator: "/") }

    var takesID: Bool { path.contains("{id}") }
    var takesName: Bool { path.contains("{name}") }

    /// What stands in the place of `{id}` or `{name}`, empty where there is none; `nil` when the path is another.
    func match(_ segments: [String]) -> String? {
        guard segments.count == path.count else { return nil }
        var id = ""
        for (wanted, segment) in zip(path, segments) {
            if ["{id}", "{name}"].contains(wanted), !segment.isEmpty {
                id = segment
            } else if wanted != segment {
                return nil
            }
        }
        return id
    }
}
