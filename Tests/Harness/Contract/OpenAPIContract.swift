import ControlAPI
package import Domain

/// An OpenAPI document that answers are checked against.
package struct OpenAPIContract: Sendable {
    /// What a series of answers has covered of the document.
    package struct Coverage: Sendable {
        /// Operations with the status of an answer, as in `GET /v1/jobs/{id} 404`.
        package fileprivate(set) var answers: Set<String> = []
        /// Members of schemas, as in `JobSummary.id`.
        package fileprivate(set) var members: Set<String> = []

        package init() {}

        package mutating func formUnion(_ other: Coverage) {
            answers.formUnion(other.answers)
            members.formUnion(other.members)
        }
    }

    package let document: JSONValue
    /// The operations by method and path, as in `GET /v1/jobs/{id}`.
    package let operations: [String: JSONValue]

    /// `nil` when the bytes are no JSON.
    package init?(_ bytes: some Collection<UInt8>) {
        guard let document = JSONValue(json: bytes) else { return nil }
        self.document = document
        var operations: [String: JSONValue] = [:]
        for (path, methods) in document["paths"]?.members ?? [:] {
            for (method, operation) in methods.members { operations[method.uppercased() + " " + path] = operation }
        }
        self.operations = operations
    }

    package var schemas: [String: JSONValue] { document["components"]?["schemas"]?.members ?? [:] }

    /// What a reference leads to; any other value is returned unchanged.
    package func resolved(_ value: JSONValue) -> JSONValue {
        var value = value
        while let reference = value["$ref"]?.text { value = document.value(at: reference) }
        return value
    }

    /// An operation's parameters of one kind (`query`, `header`, `path`), by name.
    package func parameters(of operation: JSONValue, in kind: String) -> [String: JSONValue] {
        let all = (operation["parameters"]?.list ?? []).map(resolved).filter { $0["in"]?.text == kind }
        return Dictionary(all.compactMap { one in one["name"]?.text.map { ($0, one) } }) { first, _ in first }
    }

    /// The statuses that an operation documents.
    package func statuses(of operation: JSONValue) -> Set<Int> {
        let responses = operation["responses"]?.members ?? [:]
        let shared = responses["default"].map { resolved($0)["x-statuses"]?.list ?? [] } ?? []
        return Set(responses.keys.compactMap { Int($0) } + shared.compactMap(\.number).map { Int($0) })
    }

    /// Differences between an answer and the document. What answers no documented operation has to be a problem.
    package func faults(
        _ method: String, _ target: String, status: Int, type: String?, body: some Collection<UInt8>,
        _ coverage: inout Coverage
    ) -> [String] {
        let name = operation(method, target)
        guard let response = response(name, status) else { return ["\(name ?? target): \(status) is not documented"] }
        // A range such as `image/*` documents every type in it.
        let range = type.map { $0.prefix { $0 != "/" } + "/*" } ?? ""
        let contents = response["content"]?.members ?? [:]
        guard let type, let content = contents[type] ?? contents[range] else {
            return ["\(name ?? target) \(status): the type \(type ?? "") is not documented"]
        }
        if let name { coverage.answers.insert("\(name) \(status)") }
        guard let schema = content["schema"], type.hasSuffix("json") else { return [] }
        guard let value = JSONValue(json: body) else { return ["\(name ?? target) \(status): no JSON"] }
        return faults(value, schema, at: "\(name ?? target) \(status)", &coverage)
    }

    /// Differences between a value and a schema.
    package func faults(
        _ value: JSONValue, _ schema: JSONValue, at place: String, _ coverage: inout Coverage
    ) -> [String] {
        var validator = SchemaValidator(document: document)
        validator.check(value, schema, at: place)
        coverage.members.formUnion(validator.seen)
        return validator.faults
    }

    /// Differences between an event of a stream and the document. `lines`: the event's lines by their names.
    package func faults(event lines: [String: String], _ coverage: inout Coverage) -> [String] {
        let content = response("GET /v1/events", 200)?["content"]?.members[MediaType.events]
        guard let schema = content?["schema"] else { return ["no schema of events"] }
        return faults(.object(lines.mapValues { .text($0) }), schema, at: lines["event"] ?? "event", &coverage)
    }

    /// The operation that a request is for: with equal numbers of segments, the path with the fewest placeholders.
    private func operation(_ method: String, _ target: String) -> String? {
        let isAbsolute = target.hasPrefix("http://")
        let path = (isAbsolute ? target.dropFirst("http://".count).drop { $0 != "/" } : target[...])
            .prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
        let name = (method == "HEAD" ? "GET" : method) + " "
        return operations.keys.filter { $0.hasPrefix(name) && Self.fits($0.dropFirst(name.count), path) }
            .min { $0.count(where: { $0 == "{" }) < $1.count(where: { $0 == "{" }) }
    }

    private static func fits(_ template: Substring, _ path: [Substring]) -> Bool {
        let wanted = template.split(separator: "/", omittingEmptySubsequences: false)
        return wanted.count == path.count
            && zip(wanted, path).allSatisfy { $0.hasPrefix("{") ? !$1.isEmpty : $0 == $1 }
    }

    private func response(_ name: String?, _ status: Int) -> JSONValue? {
        guard let name, let operation = operations[name] else {
            return document["components"]?["responses"]?["Problem"]
        }
        guard statuses(of: operation).contains(status) else { return nil }
        return (operation["responses"]?["\(status)"] ?? operation["responses"]?["default"]).map(resolved)
    }
}

extension JSONValue {
    package var members: [String: JSONValue] {
        guard case .object(let members) = self else { return [:] }
        return members
    }

    /// `nil` when the bytes are no JSON.
    package init?(json bytes: some Collection<UInt8>) {
        guard let value = try? ControlJSON.decode(JSONValue.self, from: Array(bytes)) else { return nil }
        self = value
    }

    /// The value that a reference such as `#/components/schemas/Job` names; `null` when there is none.
    func value(at reference: String) -> JSONValue {
        reference.split(separator: "/").dropFirst().reduce(self) { $0[String($1)] ?? .null }
    }

    var isObject: Bool {
        if case .object = self { true } else { false }
    }

    package var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .number(let number): number
        default: nil
        }
    }

    /// Whether the value has a type of JSON Schema.
    func isA(_ type: String) -> Bool {
        switch (self, type) {
        case (.text, "string"), (.flag, "boolean"), (.list, "array"), (.object, "object"), (.integer, "integer"),
            (.integer, "number"), (.number, "number"), (.null, "null"):
            true
        default: false
        }
    }
}
