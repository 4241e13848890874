import ControlAPI
import ControlServer
import Domain
import PlatformHTTPServer

/// The OpenAPI document, for checking responses against it.
struct AgreedDocument {
    let value: JSONValue

    init(_ service: ControlService<StoppedClock>, _ peer: Peer) async {
        let head = RequestHead(
            method: "GET", target: "/v1/openapi.json", headers: [ServerHeader("Host", "textifyd")], peer: peer)
        let answer = await service.answer(ServerRequest(head: head, body: []))
        value = answer.read(JSONValue.self) ?? .null
    }

    /// Every operation by method and path, as in `GET /v1/jobs/{id}`.
    var operations: [String: JSONValue] {
        var operations: [String: JSONValue] = [:]
        for (path, methods) in value["paths"]?.members ?? [:] {
            for (method, operation) in methods.members { operations[method.uppercased() + " " + path] = operation }
        }
        return operations
    }

    /// Differences between a response and the document; empty if there are none, or if the request is no documented
    /// operation.
    func strays(_ method: String, _ target: String, _ response: ServerResponse) -> [String] {
        let path = target.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
        let name = (method == "HEAD" ? "GET" : method) + " "
        guard let found = operations.first(where: { $0.key.hasPrefix(name) && Self.fits($0.key, name, path) }) else {
            return []
        }
        guard let told = found.value["responses"]?["\(response.status)"] else {
            return ["\(found.key): status \(response.status) is not told"]
        }
        let content = resolved(told)["content"]?.members ?? [:]
        guard let type = response.header("Content-Type"), let body = content[type] else {
            return ["\(found.key) \(response.status): the type is not told"]
        }
        guard type.hasSuffix("json"), let schema = body["schema"] else { return [] }
        guard let value = response.read(JSONValue.self) else { return ["\(found.key): no JSON"] }
        return mismatches(value, schema, at: found.key)
    }

    /// Places where a value violates a schema.
    func mismatches(_ value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
        let schema = resolved(schema)
        var found: [String] = []
        if let type = schema["type"]?.text, !value.isA(type) { found.append("\(place): no \(type)") }
        if let words = schema["enum"]?.list, !words.contains(value) { found.append("\(place): no such word") }
        if let items = schema["items"] {
            for (index, item) in (value.list ?? []).enumerated() {
                found += mismatches(item, items, at: "\(place)[\(index)]")
            }
        }
        guard case .object(let members) = value else { return found }
        for name in schema["required"]?.list ?? [] where members[name.text ?? ""] == nil {
            found.append("\(place): \(name.text ?? "") is missing")
        }
        for (name, member) in members {
            if let known = schema["properties"]?[name] ?? schema["additionalProperties"] {
                found += mismatches(member, known, at: "\(place).\(name)")
            } else if schema["properties"] != nil {
                found.append("\(place).\(name) is not told")
            }
        }
        return found
    }

    private func resolved(_ value: JSONValue) -> JSONValue {
        guard let reference = value["$ref"]?.text else { return value }
        return reference.split(separator: "/").dropFirst().reduce(self.value) { $0[String($1)] ?? .null }
    }

    private static func fits(_ key: String, _ name: String, _ path: [Substring]) -> Bool {
        let wanted = key.dropFirst(name.count).split(separator: "/", omittingEmptySubsequences: false)
        return wanted.count == path.count
            && zip(wanted, path).allSatisfy { ["{id}", "{name}"].contains($0) ? !$1.isEmpty : $0 == $1 }
    }
}

extension JSONValue {
    var members: [String: JSONValue] {
        guard case .object(let members) = self else { return [:] }
        return members
    }

    fileprivate func isA(_ type: String) -> Bool {
        switch (self, type) {
        case (.text, "string"), (.flag, "boolean"), (.list, "array"), (.object, "object"), (.integer, "integer"),
            (.integer, "number"), (.number, "number"):
            true
        default: false
        }
    }
}
