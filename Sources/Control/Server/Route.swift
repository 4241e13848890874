internal import PlatformHTTPServer

/// A method at a path, and what is done for it.
struct Route: Sendable {
    enum Body: Sendable {
        /// None is wanted. A little is read and forgotten: some clients always send an empty object.
        case none
        /// Bytes of JSON.
        case request
        /// A picture, or a request.
        case picture
    }

    let method: String
    /// Path segments; `{id}` stands for any one.
    let path: [String]
    let role: Role
    var body = Body.none
    /// The media types that it may answer with, without parameters; empty where the query decides.
    var produces = ["application/json"]
    let run: @Sendable (Exchange) async throws(Rejection) -> ServerResponse

    init(
        _ method: String, _ path: String, _ role: Role, body: Body = .none, produces: [String] = ["application/json"],
        run: @escaping @Sendable (Exchange) async throws(Rejection) -> ServerResponse
    ) {
        self.method = method
        self.path = path.dropFirst().split(separator: "/").map(String.init)
        self.role = role
        self.body = body
        self.produces = produces
        self.run = run
    }

    /// What stands in the place of `{id}`, empty where there is none; `nil` when the path is another.
    func match(_ segments: [String]) -> String? {
        guard segments.count == path.count else { return nil }
        var id = ""
        for (wanted, segment) in zip(path, segments) {
            if wanted == "{id}", !segment.isEmpty { id = segment } else if wanted != segment { return nil }
        }
        return id
    }
}
