internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer

/// A method and path with the required role, what it accepts and produces, and the handler. `config/api/openapi.json`
/// describes the routes; tests compare the two.
struct Route: Sendable {
    typealias Handler = @Sendable (Exchange) async throws(Rejection) -> ServerResponse

    enum Body: Sendable {
        /// No body is expected. A small one is read and ignored: some clients always send an empty object.
        case none
        /// A JSON object.
        case request
        /// A picture.
        case picture
        /// A picture, or a JSON object.
        case pictureOrRequest
        /// An artwork of another library as a JSON object, or as a form with its picture.
        case artwork
    }

    let method: String
    /// Path segments; `{id}` and `{name}` match any single segment.
    let path: [String]
    let role: Role
    /// The names of the query parameters.
    let query: [String]
    /// The parameters among them that may be repeated.
    let repeatable: Set<String>
    let body: Body
    /// The media types of successful responses, without their parameters.
    let produces: [String]
    let run: Handler

    /// `types`: the media types of successful responses.
    init(
        _ method: String, _ path: String, _ role: Role, query: [String] = [], repeatable: Set<String> = [],
        body: Body = .none, types: [String] = [MediaType.json], run: @escaping Handler
    ) {
        self.method = method
        self.path = path.dropFirst().split(separator: "/").map(String.init)
        self.role = role
        self.query = query
        self.repeatable = repeatable
        self.body = body
        self.produces = types.map(Exchange.bare)
        self.run = run
    }

    /// The path as documented: `/v1/jobs/{id}`.
    var pattern: String { "/" + path.joined(separator: "/") }

    /// The segment matched by `{id}` or `{name}`, empty when the route has neither; `nil` when the path does not
    /// match.
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

/// The table of routes.
struct Router: Sendable {
    let routes: [Route]

    /// Finds the route of a method and path, and the segment matched by `{id}`. HEAD is routed as GET.
    func find(_ method: String, _ segments: [String]) throws(Rejection) -> (route: Route, id: String) {
        let matches = routes.compactMap { route in route.match(segments).map { (route: route, id: $0) } }
        // A literal path takes precedence over a job with the same name.
        let literal = matches.filter { $0.id.isEmpty }
        let candidates = literal.isEmpty ? matches : literal
        guard !candidates.isEmpty else { throw .refused(.noSuchPath) }
        let wanted = method == "HEAD" ? "GET" : method
        if let found = candidates.first(where: { $0.route.method == wanted }) { return found }
        let methods = candidates.map { $0.route.method }
        throw .refused(.methodNotAllowed(allowed: (methods + (methods.contains("GET") ? ["HEAD"] : [])).sorted()))
    }
}

extension FieldTable {
    /// The names of the fields that can be given in a query.
    var queryNames: [String] { fields.filter { $0.type != .table }.map(\.name) }
}
