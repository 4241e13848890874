internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer

/// Builds the OpenAPI 3.1 document from the routes.
struct OpenAPIDocument {
    private(set) var value = JSONValue.null
    private var reader = SchemaBuilder()

    init(_ routes: [Route]) {
        var paths: [String: JSONValue] = [:]
        for route in routes {
            var methods: [String: JSONValue] = [:]
            if case .object(let known) = paths[route.place] { methods = known }
            methods[route.method.lowercased()] = operation(route)
            paths[route.place] = .object(methods)
        }
        let problem = reader.schema(of: Problem.self)
        let others: [any Decodable.Type] = [RetryRequest.self, ServiceEvent.self, EventGap.self]
        for other in others { _ = reader.schema(of: other) }
        var schemas = reader.shapes
        schemas["SubmitRequest"] = RequestSchema.submission
        schemas["BulkRequest"] = RequestSchema.bulk
        value = .object([
            "openapi": .text("3.1.0"), "info": Self.info, "paths": .object(paths),
            "servers": .list([.object(["url": .text("http://" + ControlHeader.host)])]),
            "components": .object([
                "schemas": .object(schemas), "responses": .object(Self.problems(problem)),
                "securitySchemes": .object([
                    "token": .object(["type": .text("http"), "scheme": .text("bearer")])
                ]),
            ]),
            // The Unix socket needs no credentials.
            "security": .list([.object([:]), .object(["token": .list([])])]),
        ])
    }

    private static var info: JSONValue {
        .object([
            "title": .text("textifyd"), "version": .text(Version.text),
            "description": .text(
                "HTTP/1.1 over the service's Unix socket. Every client that can connect may read; submit requires "
                    + "membership in the submitters group, operate in the operators group. Each operation's x-role is "
                    + "the role it requires. Over the network the token in [control] token_file grants full access."),
        ])
    }

    private mutating func operation(_ route: Route) -> JSONValue {
        let contract = route.contract
        var operation: [String: JSONValue] = [
            "summary": .text(contract.summary), "operationId": .text(Self.name(route)),
            "x-role": .text(route.role.word), "responses": .object(responses(route)),
        ]
        let parameters =
            (route.takesID ? [Self.identifier] : []) + (route.takesName ? [Self.named] : [])
            + contract.query.map { Self.parameter($0, "query") }
            + contract.headers.map { Self.parameter($0, "header") }
        if !parameters.isEmpty { operation["parameters"] = .list(parameters) }
        operation["requestBody"] = Self.body(contract.body)
        return .object(operation)
    }

    /// `get_v1_jobs_id`: the method and path as one word.
    private static func name(_ route: Route) -> String {
        let words = route.path.map { $0.filter { $0.isLetter || $0.isNumber } }
        return ([route.method.lowercased()] + words).joined(separator: "_")
    }

    private mutating func responses(_ route: Route) -> [String: JSONValue] {
        let answer = route.contract.answer
        var content: [String: JSONValue] = [:]
        for type in answer.types {
            content[type] = answer.shape.map { self.content($0) } ?? .object(["schema": schema(ofBytes: type)])
        }
        var responses: [String: JSONValue] = [
            "\(answer.status)": .object(["description": .text(answer.help), "content": .object(content)])
        ]
        for status in Set(RouteContract.everywhere + route.contract.problems) {
            responses["\(status)"] = .object(["$ref": .text("#/components/responses/Problem\(status)")])
        }
        return responses
    }

    private mutating func content(_ shape: any DocumentedType.Type) -> JSONValue {
        .object(["schema": reader.schema(of: shape), "example": Self.example(shape)])
    }

    private static func example(_ shape: any DocumentedType.Type) -> JSONValue {
        // Wire types hold only texts, numbers and lists, so encoding and decoding can't fail.
        (try? ControlJSON.decode(JSONValue.self, from: ControlJSON.encode(shape.example))) ?? .null
    }

    private mutating func schema(ofBytes type: String) -> JSONValue {
        if type.hasPrefix("image/") { return .object([:]) }
        if type == MediaType.events { return eventSchema() }
        return type == MediaType.json ? .object(["type": .text("object")]) : .object(["type": .text("string")])
    }

    /// The schema of a single event: OpenAPI 3.1 has no schema for the items of a stream, and validators check each
    /// event against this one.
    private mutating func eventSchema() -> JSONValue {
        let shapes = [reader.schema(of: ServiceEvent.self), reader.schema(of: EventGap.self)]
        let text = JSONValue.object(["type": .text("string")])
        let data = JSONValue.object([
            "type": .text("string"), "contentMediaType": .text(MediaType.json),
            "contentSchema": .object(["anyOf": .list(shapes)]),
        ])
        return .object([
            "type": .text("object"), "required": .list([.text("event"), .text("data")]),
            "description": .text("One event of the stream, keyed by its line names"),
            "properties": .object(["id": text, "event": text, "data": data]),
        ])
    }

    private static func problems(_ schema: JSONValue) -> [String: JSONValue] {
        let statuses = RouteContract.everywhere + [404, 409, 410, 415, 504]
        return Dictionary(
            uniqueKeysWithValues: statuses.map { status in
                let content = JSONValue.object(["schema": schema, "example": example(Problem.self)])
                let answer: [String: JSONValue] = [
                    "description": .text(ReasonPhrase.of(status)), "content": .object([MediaType.problem: content]),
                ]
                return ("Problem\(status)", .object(answer))
            })
    }

    private static var identifier: JSONValue {
        .object([
            "name": .text("id"), "in": .text("path"), "required": .flag(true),
            "schema": .object(["type": .text("string"), "minLength": .integer(1)]),
            "description": .text("A job's identifier, or at least four of its first or last characters"),
        ])
    }

    private static var named: JSONValue {
        .object([
            "name": .text("name"), "in": .text("path"), "required": .flag(true),
            "schema": .object(["type": .text("string"), "minLength": .integer(1)]),
            "description": .text("The cache's name"),
        ])
    }

    private static func parameter(_ field: QueryField, _ place: String) -> JSONValue {
        .object([
            "name": .text(field.name), "in": .text(place), "required": .flag(false), "schema": field.schema,
            "description": .text(field.help),
        ])
    }

    private static func body(_ body: RouteContract.Body) -> JSONValue? {
        let picture = (MediaType.octets, JSONValue.object(["schema": .object([:])]))
        switch body {
        case .none: return nil
        case .request(let name): return content([(MediaType.json, reference(name))], isRequired: false)
        case .picture: return content([picture], isRequired: true)
        case .pictureOrRequest(let name):
            return content([(MediaType.json, reference(name)), picture], isRequired: true)
        }
    }

    private static func content(_ types: [(String, JSONValue)], isRequired: Bool) -> JSONValue {
        .object([
            "required": .flag(isRequired), "content": .object(Dictionary(uniqueKeysWithValues: types)),
        ])
    }

    private static func reference(_ name: String) -> JSONValue {
        .object(["schema": .object(["$ref": .text("#/components/schemas/" + name)])])
    }
}

/// `GET /v1/openapi.json`: the OpenAPI 3.1 document, which includes this route.
enum OpenAPIRoute {
    private static let contract = RouteContract(
        summary: "This document: the API as OpenAPI 3.1",
        answer: .bytes([MediaType.json], "An OpenAPI document"))

    /// The routes plus this one. The document is built on each request; requests for it are rare.
    static func beside(_ routes: [Route]) -> [Route] {
        let nothing = Route("GET", "/v1/openapi.json", .read, contract) { _ throws(Rejection) in
            throw .refused(.noSuchPath)
        }
        let told = routes + [nothing]
        return routes + [
            Route("GET", "/v1/openapi.json", .read, contract) { _ throws(Rejection) in
                .json(OpenAPIDocument(told).value)
            }
        ]
    }
}

/// The schemas of JSON requests, from their field tables.
enum RequestSchema {
    static var bulk: JSONValue {
        object(members(BulkFields.table.descriptions), "Jobs that match every given field; at least one is required")
    }

    static var submission: JSONValue {
        var properties = members(FieldTable.request(backends: []).descriptions)
        for (name, longest, help) in about {
            properties[name] = .object([
                "type": .text("string"), "minLength": .integer(1), "maxLength": .integer(longest),
                "description": .text(help),
            ])
        }
        return object(properties, "A request; omitted fields use the folder's settings")
    }

    private static let about: [(String, Int64, String)] = [
        ("folder", 255, "The watch folder whose outbox and defaults apply; defaults to the first"),
        ("name", 255, "Base name of the outputs"),
        ("reference", 256, "Your own reference, returned with the job"),
    ]

    private static func members(_ fields: [FieldDescription]) -> [String: JSONValue] {
        Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.schema) })
    }

    private static func object(_ members: [String: JSONValue], _ help: String) -> JSONValue {
        .object([
            "type": .text("object"), "properties": .object(members), "additionalProperties": .flag(false),
            "description": .text(help),
        ])
    }
}
