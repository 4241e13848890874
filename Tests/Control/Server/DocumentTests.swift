import ControlAPI
import ControlServer
import Domain
import Testing

@Suite("Document of the control API")
struct DocumentTests {
    private let asker = Asker()

    private func document() async -> AgreedDocument { await AgreedDocument(asker.service, asker.peer) }

    @Test("it is OpenAPI 3.1 and tells of every route that is served, and of no other") func complete() async {
        let document = await document()
        #expect(document.value["openapi"] == .text("3.1.0"))
        #expect(document.value["info"]?["version"] == .text(Version.text))
        #expect(document.operations.keys.sorted() == asker.service.served.sorted())
    }

    @Test("each operation has a summary, a role, a name of its own, and an answer that is no problem")
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

    @Test("every member of every type is explained, and nothing is referred to that is not there") func types() async {
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

    @Test("examples are as their schemas have them") func examples() async {
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

    @Test("a job's state is one of the words, which members may lack is told, and bounds stand where they hold")
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

    @Test("an answer that it does not tell of is found") func strays() async {
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
