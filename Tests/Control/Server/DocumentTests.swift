import ControlAPI
import ControlContract
import Domain
import FoundationEssentials
import Testing
import Words

@testable import ControlServer

/// Compares the OpenAPI document with the routes and tables that it describes.
@Suite("OpenAPI document")
struct DocumentTests {
    private let routes = CheckedClient().service.router.routes

    private func contract() async throws -> OpenAPIContract {
        try #require(await CheckedClient.contract.value)
    }

    @Test("The document is OpenAPI 3.1 and describes exactly the routes") func routes() async throws {
        let contract = try await contract()
        #expect(contract.document["openapi"] == .text("3.1.0"))
        #expect(contract.document["info"]?["version"] == .text(Version.text))
        #expect(contract.operations.keys.sorted() == routes.map { "\($0.method) \($0.pattern)" }.sorted())
    }

    @Test("Each operation has its route's role, parameters, request body and media types") func operations()
        async throws
    {
        let contract = try await contract()
        for route in routes {
            let name = "\(route.method) \(route.pattern)"
            let operation = try #require(contract.operations[name])
            #expect(operation["x-role"] == .text("\(route.role)"), "\(name)")
            let query = contract.parameters(of: operation, in: "query")
            #expect(query.keys.sorted() == route.query.sorted(), "\(name)")
            let lists = query.filter { contract.resolved($0.value["schema"] ?? .null)["type"] == .text("array") }
            #expect(Set(lists.filter { $0.value["explode"]?.flag != false }.keys) == route.repeatable, "\(name)")
            let placeholders = route.path.filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
            #expect(contract.parameters(of: operation, in: "path").keys.sorted() == placeholders, "\(name)")
            #expect(
                (operation["requestBody"]?["content"]?.members ?? [:]).keys.sorted() == route.body.types, "\(name)")
            let good = (operation["responses"]?.members ?? [:]).filter { $0.key.hasPrefix("2") }
            let types = good.values.flatMap { (contract.resolved($0)["content"]?.members ?? [:]).keys }
            #expect(good.count == 1 && Set(types.map(Exchange.bare)) == Set(route.produces), "\(name)")
        }
    }

    @Test("Each operation has a summary and a unique identifier") func names() async throws {
        let operations = try await contract().operations
        #expect(operations.values.allSatisfy { $0["summary"]?.text?.isEmpty == false })
        #expect(Set(operations.values.compactMap { $0["operationId"]?.text }).count == operations.count)
    }

    @Test("The fields of requests are described as in the field tables") func requests() async throws {
        let contract = try await contract()
        let tables = [
            ("SubmitRequest", FieldTable.request(backends: []).descriptions, JobSubmission.metadataNames),
            ("ArtOptions", FieldTable.art.descriptions, []), ("BulkRequest", BulkFields.table.descriptions, []),
            ("PlanChange", PlanFields.table.descriptions, []),
        ]
        for (name, fields, others) in tables {
            let schema = try #require(contract.schemas[name])
            #expect(schema["additionalProperties"] == .flag(false), "\(name)")
            let properties = schema["properties"]?.members ?? [:]
            #expect(properties.keys.sorted() == (fields.map(\.name) + others).sorted(), "\(name)")
            for field in fields {
                let described = contract.plain(properties[field.name] ?? .null)
                #expect(described == contract.plain(field.schema), "\(name).\(field.name)")
            }
        }
    }

    @Test("Fields in a query have the same schema as in a body") func queries() async throws {
        let contract = try await contract()
        let submit = try #require(contract.operations["POST /v1/jobs"])
        let fields = ["SubmitRequest", "ArtOptions"].compactMap { contract.schemas[$0]?["properties"] }
        let query = contract.parameters(of: submit, in: "query")
        #expect(query.count > 40)
        for (name, parameter) in query {
            let schema = contract.resolved(parameter["schema"] ?? .null)
            #expect(fields.contains { $0[name].map(contract.resolved) == schema }, "\(name)")
        }
    }

    @Test("Enumerations list exactly the values in the code") func enumerations() async throws {
        let contract = try await contract()
        let words: [(String, [String])] = [
            ("JobState", JobState.words), ("Phase", Status.Phase.allCases.map(\.rawValue)),
            ("Verdict", HealthReport.Verdict.allCases.map(\.rawValue)),
            ("AccessReport.role", AccessReport.Role.allCases.map(\.rawValue)),
            ("BackendStatus.sandbox", SandboxState.allCases.map(\.rawValue)),
            ("OutputKind", OutputKind.allCases.map(\.rawValue)),
            ("RequestOrigin", RequestOrigin.allCases.map(\.rawValue)),
            ("LibraryFacet", LibraryFacet.allCases.map(\.rawValue)),
            ("PlanCatchUp", PlanCatchUp.allCases.map(\.rawValue)),
            ("PlanEntry.state", Plan.State.allCases.map(\.rawValue)),
            ("SpendGroup", SpendQuery.Group.allCases.map(\.rawValue)),
            ("ErrorCode", ErrorCode.allCases.map(\.rawValue)), ("EventCode", EventCode.allCases.map(\.rawValue)),
        ]
        for (name, words) in words {
            let parts = name.split(separator: ".").map(String.init)
            let schema = try #require(contract.schemas[parts[0]])
            let place = parts.count > 1 ? schema["properties"]?[parts[1]] : schema
            #expect(place?["enum"] == .list(words.map { .text($0) }), "\(name)")
        }
        let problem = try #require(contract.schemas["Problem"]?["properties"]?["status"]?["enum"])
        #expect(problem == .list(ReasonPhrase.all.keys.sorted().map { .integer(Int64($0)) }))
    }

    @Test("The document lists every metric") func metrics() async throws {
        let operation = try #require(try await contract().operations["GET /metrics"])
        let metrics = Metric.allCases.map { metric in
            JSONValue.object([
                "name": .text(metric.rawValue), "type": .text(metric.definition.kind.rawValue),
                "labels": .list(metric.definition.labels.map { .text($0) }),
                "description": .text(metric.definition.help),
            ])
        }
        #expect(operation["x-metrics"] == .list(metrics))
    }

    @Test("No code is in both tables, and codes that are composed of a word are in one of them") func codes()
        async throws
    {
        let (errors, events) = (ErrorCode.allCases.map(\.rawValue), EventCode.allCases.map(\.rawValue))
        let known = Set(errors + events)
        #expect(known.count == errors.count + events.count)
        #expect(JobState.words.allSatisfy { known.contains("job_" + $0) })
        let folder = try await contract().schemas["FolderStatus"]?["properties"]?["health"]?["enum"]?.list ?? []
        #expect(folder.compactMap(\.text).allSatisfy { known.contains("folder_" + $0) } && folder.count > 5)
    }

    @Test("The pages name only existing metrics and codes of jobs") func pages() throws {
        let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let below = try FileManager.default.subpathsOfDirectory(atPath: root + "/config/doc").map { "config/doc/" + $0 }
        let pages = try (["README.md"] + below.filter { $0.hasSuffix(".md") }).map {
            try String(contentsOfFile: root + "/" + $0, encoding: .utf8)
        }
        let words = pages.joined(separator: "\n").split(separator: "`").map(String.init).filter { word in
            ["textifyd_", "job_", "held_", "art_"].contains(where: word.hasPrefix)
                && word.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (97...122).contains($0) }
        }
        let known =
            Metric.allCases.map(\.rawValue) + ErrorCode.allCases.map(\.rawValue) + EventCode.allCases.map(\.rawValue)
        #expect(words.count > 15 && Set(words).subtracting(known) == [])
    }

    @Test("Every member, parameter and response is described, and references lead to all components")
    func descriptions() async throws {
        let contract = try await contract()
        var used: Set<String> = []
        contract.document.walk { place, value in
            if let reference = value["$ref"]?.text {
                #expect(contract.resolved(value) != .null, "\(reference)")
                used.insert(reference.split(separator: "/").prefix(4).joined(separator: "/"))
            }
            let owner = place.dropLast().last
            guard ["properties", "parameters", "responses", "headers", "schemas"].contains(owner) else { return }
            let isDescribed = [
                value, contract.resolved(value), contract.resolved(contract.resolved(value)["schema"] ?? .null),
            ]
            .contains { $0["description"]?.text?.isEmpty == false }
            #expect(isDescribed, "\(place.joined(separator: "/"))")
        }
        for (kind, components) in contract.document["components"]?.members ?? [:] where kind != "securitySchemes" {
            for name in components.members.keys {
                #expect(used.contains("#/components/\(kind)/\(name)"), "\(kind)/\(name)")
            }
        }
    }

    @Test("Examples match their schemas, and every answer in JSON has one") func examples() async throws {
        let contract = try await contract()
        var coverage = OpenAPIContract.Coverage()
        for (name, schema) in contract.schemas {
            for example in schema["examples"]?.list ?? [] {
                #expect(contract.faults(example, schema, at: name, &coverage) == [])
            }
        }
        for (place, operation) in contract.operations {
            for (_, response) in operation["responses"]?.members ?? [:] {
                let content = contract.resolved(response)["content"]?.members ?? [:]
                for (type, body) in content where type.hasSuffix("json") && body["schema"]?["$ref"] != nil {
                    let schema = contract.resolved(body["schema"] ?? .null)
                    #expect(schema["examples"]?.list?.isEmpty == false, "\(place)")
                }
            }
        }
    }
}

extension Route.Body {
    /// The media types of the body in the document, sorted.
    fileprivate var types: [String] {
        switch self {
        case .none: []
        case .request: [MediaType.json]
        case .picture: [MediaType.octets]
        case .pictureOrRequest: [MediaType.json, MediaType.octets, MediaType.form]
        case .artwork: [MediaType.json, MediaType.form]
        }
    }
}

extension OpenAPIContract {
    /// A schema without references: each is replaced by its target, with the referring schema's own keywords. The items
    /// of a list have no description, and every number is a floating-point number.
    fileprivate func plain(_ schema: JSONValue) -> JSONValue {
        switch schema {
        case .integer(let integer): return .number(Double(integer))
        case .list(let values): return .list(values.map(plain))
        case .object(var members):
            members["$ref"] = nil
            members.merge(schema["$ref"] == nil ? [:] : resolved(schema).members) { own, _ in own }
            members = members.mapValues(plain)
            if let items = members["items"] {
                members["items"] = .object(items.members.filter { $0.key != "description" })
            }
            return .object(members)
        default: return schema
        }
    }
}

extension JSONValue {
    /// Visits this value and all values in it, each with its place.
    fileprivate func walk(_ place: [String] = [], _ visit: ([String], JSONValue) -> Void) {
        visit(place, self)
        for (index, value) in (list ?? []).enumerated() { value.walk(place + ["\(index)"], visit) }
        for (name, value) in members { value.walk(place + [name], visit) }
    }
}
