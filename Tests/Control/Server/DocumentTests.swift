import ControlAPI
import ControlServer
import Domain
import Testing

@Suite("OpenAPI document")
struct DocumentTests {
    private let asker = Asker()

    private func document() async -> AgreedDocument { await AgreedDocument(asker.service, asker.peer) }

    @Test("The document is OpenAPI 3.1 and describes exactly the served routes") func complete() async {
        let document = await document()
        #expect(document.value["openapi"] == .text("3.1.0"))
        #expect(document.value["info"]?["version"] == .text(Version.text))
        #expect(document.operations.keys.sorted() == asker.service.served.sorted())
    }

    @Test("Each operation has a summary, a role, a unique identifier and exactly one success response")
    func operations() async {
        let operations = await document().operations
        for (place, operation) in operations {
            #expect(operation["summary"]?.text?.isEmpty == false, "\(place)")
            #expect(["read", "submit", "operate"].contains(operation["x-role"]?.text ?? ""), "\(place)")
            let good = (operation["responses"]?.members ?? [:]).keys.filter { $0.hasPrefix("2") }
            #expect(good.count == 1, "\(place)")
            let parameters = operation["parameters"]?.list ?? []
            #expect(parameters.allSatisfy { $0["description"]?.text?.isEmpty == false }, "\(place)")
            #expect(Set(parameters.compactMap { $0["name"]?.text }).count == parameters.count, "\(place)")
        }
        #expect(Set(operations.values.compactMap { $0["operationId"]?.text }).count == operations.count)
    }

    @Test("Every member of every type has a description, and every reference resolves") func types() async {
        let document = await document()
        let schemas = document.value["components"]?["schemas"]?.members ?? [:]
        #expect(schemas.count > 20)
        for (name, schema) in schemas {
            let members = schema["properties"]?.members ?? [:]
            #expect(!members.isEmpty, "\(name)")
            for (member, told) in members {
                #expect(told["description"]?.text?.isEmpty == false, "\(name).\(member)")
            }
        }
        for reference in Self.references(document.value) {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            let isThere = schemas[name] != nil || document.value["components"]?["responses"]?[name] != nil
            #expect(isThere, "\(reference)")
        }
    }

    @Test("Examples match their schemas") func examples() async {
        let document = await document()
        var count = 0
        for (place, operation) in document.operations {
            for (status, answer) in operation["responses"]?.members ?? [:] {
                for (_, content) in answer["content"]?.members ?? [:] {
                    guard let example = content["example"], let schema = content["schema"] else { continue }
                    count += 1
                    #expect(document.mismatches(example, schema, at: "\(place) \(status)") == [])
                }
            }
        }
        #expect(count > 12)
    }

    @Test("Enumerations, required members and numeric bounds are declared")
    func details() async {
        let document = await document()
        let schemas = document.value["components"]?["schemas"]
        let job = schemas?["JobSummary"]
        #expect(job?["properties"]?["state"]?["enum"] == .list(JobState.words.map { .text($0) }))
        #expect(job?["required"]?.list?.contains(.text("id")) == true)
        #expect(job?["required"]?.list?.contains(.text("prompt")) == false)
        #expect(schemas?["JobDetail"]?["properties"]?["id"] != nil)
        let columns = schemas?["SubmitRequest"]?["properties"]?["art"]?["properties"]?["columns"]
        #expect(columns?["minimum"] == .integer(10) && columns?["maximum"] == .integer(500))
    }

    @Test("A response that deviates from the document is detected") func strays() async {
        let document = await document()
        let status = await asker.ask("GET", "/v1/status")
        #expect(document.strays("GET", "/v1/status", status) == [])
        #expect(document.strays("GET", "/v1/jobs", status) != [])
        #expect(document.strays("GET", "/v1/status", await asker.ask("GET", "/v1/jobs/zzzz")) != [])
    }

    private static func references(_ value: JSONValue) -> [String] {
        switch value {
        case .list(let values): values.flatMap(references)
        case .object(let members):
            ([members["$ref"]?.text].compactMap(\.self)) + members.values.flatMap(references)
        default: []
        }
    }
}
