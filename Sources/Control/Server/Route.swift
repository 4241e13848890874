internal import Domain
internal import PlatformHTTPServer

/// A method and path with the required role, the contract and the handler.
struct Route: Sendable {
    let method: String
    /// Path segments; `{id}` and `{name}` match any single segment.
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

    /// The path as documented: `/v1/jobs/{id}`.
    var place: String { "/" + path.joined(separator: "/") }

    var takesID: Bool { path.contains("{id}") }
    var takesName: Bool { path.contains("{name}") }

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
        let fitting = routes.compactMap { route in route.match(segments).map { (route, $0) } }
        // A literal path takes precedence over a job with the same name.
        let exact = fitting.filter { $0.1.isEmpty }
        let there = exact.isEmpty ? fitting : exact
        guard !there.isEmpty else { throw .refused(.noSuchPath) }
        let wanted = method == "HEAD" ? "GET" : method
        guard let found = there.first(where: { $0.0.method == wanted }) else {
            throw .refused(.methodNotAllowed(allowed: Self.methods(there.map(\.0.method))))
        }
        return found
    }

    private static func methods(_ methods: [String]) -> [String] {
        (methods + (methods.contains("GET") ? ["HEAD"] : [])).sorted()
    }
}

/// The input and output of a route. Requests are checked against it, and the OpenAPI document is built from it.
struct RouteContract: Sendable {
    enum Body: Sendable {
        /// No body is expected. A small one is read and ignored: some clients always send an empty object.
        case none
        /// An optional JSON object, by its schema's name.
        case request(String)
        /// A picture.
        case picture
        /// A picture, or a JSON request by its schema's name.
        case pictureOrRequest(String)
    }

    /// A route's successful response.
    struct Answer: Sendable {
        let status: Int
        /// Media types with their parameters; if there are several, the query's `format` selects one.
        let types: [String]
        /// The wire type of the JSON; `nil` for other media types.
        let shape: (any DocumentedType.Type)?
        let help: String
    }

    /// One line without a full stop.
    let summary: String
    var query: [QueryField] = []
    var headers: [QueryField] = []
    var body = Body.none
    let answer: Answer
    /// Problem statuses in addition to `everywhere`.
    var problems: [Int] = []

    /// The media types without parameters.
    var produces: [String] { answer.types.map(Exchange.bare) }

    /// Whether the response's media type depends on the query.
    var isChosenByQuery: Bool { answer.types.count > 1 }

    /// The problem statuses that any route may respond with.
    static let everywhere = [400, 401, 403, 406, 413, 422, 501, 503]
}

extension RouteContract.Answer {
    static func json<Shape: DocumentedType>(_ shape: Shape.Type, status: Int = 200, _ help: String) -> Self {
        Self(status: status, types: ["application/json"], shape: shape, help: help)
    }

    static func bytes(_ types: [String], _ help: String) -> Self {
        Self(status: 200, types: types, shape: nil, help: help)
    }
}

/// A query parameter or header that a route accepts.
struct QueryField: Sendable {
    let name: String
    /// JSON Schema 2020-12.
    let schema: JSONValue
    let help: String
    /// Whether it may be repeated.
    var isRepeated = false

    init(_ name: String, _ schema: JSONValue, _ help: String, isRepeated: Bool = false) {
        self.name = name
        self.schema = schema
        self.help = help
        self.isRepeated = isRepeated
    }

    /// The fields of a table that can be given in a query.
    static func list<Target>(_ table: FieldTable<Target>) -> [QueryField] {
        table.fields.filter { $0.type != .table }.map { QueryField($0.name, $0.type.querySchema, $0.help.english) }
    }

    static func text(_ name: String, longest: Int64? = nil, _ help: String) -> QueryField {
        var schema: [String: JSONValue] = ["type": .text("string")]
        if let longest {
            schema["minLength"] = .integer(1)
            schema["maxLength"] = .integer(longest)
        }
        return QueryField(name, .object(schema), help)
    }

    static func choice(_ name: String, _ words: [String], _ help: String) -> QueryField {
        QueryField(name, FieldType.choice(words).schema, help)
    }

    /// A duration of one second to one hour.
    static func time(_ name: String, _ help: String) -> QueryField {
        let milliseconds = "([1-9][0-9]{3,5}|[12][0-9]{6}|3[0-5][0-9]{5}|3600000)ms"
        let seconds = "([1-9][0-9]{0,2}|[12][0-9]{3}|3[0-5][0-9]{2}|3600)s"
        return QueryField(name, like("^(\(milliseconds)|\(seconds)|([1-9]|[1-5][0-9]|60)m|1h)$"), help)
    }

    private static func like(_ pattern: String) -> JSONValue {
        .object(["type": .text("string"), "pattern": .text(pattern)])
    }
}

extension QueryField {
    /// The output format, for routes that return text art.
    static let format = choice(
        "format", OutputKind.formats.map(\.format), "Output format; defaults to txt")
    static let since = QueryField("since", sinceSchema, "Jobs that entered their state since then: \(Since.examples)")
    private static let sinceSchema = JSONValue.object([
        "type": .text("string"),
        "anyOf": .list([
            like("^[0-9]{1,3}(ms|s|m|h|d)$"), .object(["enum": .list([.text("today"), .text("yesterday")])]),
            .object(["format": .text("date")]), .object(["format": .text("date-time")]),
        ]),
    ])
    static let folder = text("folder", "A watch folder's name")
    static let states = QueryField(
        "state",
        .object(["type": .text("array"), "items": FieldType.choice(JobState.words).schema]),
        "Jobs in one of these states; comma-separated or repeated", isRepeated: true)
}
