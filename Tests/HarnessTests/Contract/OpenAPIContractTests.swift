import ControlContract
import Domain
import Testing

@Suite("OpenAPI contract")
struct OpenAPIContractTests {
    private static let document = #"""
        {"paths": {"/jobs/{id}": {"get": {"responses": {
          "200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Job"}}}},
          "default": {"$ref": "#/components/responses/Problem"}}}}},
         "components": {
          "responses": {"Problem": {"x-statuses": [400], "content": {"application/problem+json": {
            "schema": {"type": "object", "properties": {"code": {"enum": ["bad"]}}}}}}},
          "schemas": {
           "Named": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string", "minLength": 1}}},
           "Job": {"allOf": [{"$ref": "#/components/schemas/Named"}, {"type": "object", "required": ["at"], "properties": {
             "at": {"type": "string", "format": "date-time"}, "tags": {"type": "array", "items": {"type": "string"}},
             "counts": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 0}},
             "size": {"anyOf": [{"type": "integer", "maximum": 9}, {"type": "string", "pattern": "^[a-z]+$"}]}}}]}}}}
        """#

    private func faults(
        _ body: String, status: Int = 200, type: String = "application/json", target: String = "/jobs/7"
    ) throws -> [String] {
        var coverage = OpenAPIContract.Coverage()
        let contract = try #require(OpenAPIContract(Array(Self.document.utf8)))
        return contract.faults("GET", target, status: status, type: type, body: body.utf8, &coverage)
    }

    @Test(
        "A valid answer has no faults",
        arguments: [
            #"{"name":"a","at":"2026-07-01T00:00:00.000Z"}"#,
            #"{"name":"a","at":"2026-07-01T00:00:00Z","tags":["x"],"counts":{"b":0},"size":"abc"}"#,
            #"{"name":"a","at":"2026-07-01T00:00:00Z","size":9}"#,
        ])
    func valid(body: String) throws {
        #expect(try faults(body) == [])
    }

    @Test(
        "A violation is reported with its place",
        arguments: [
            (#"{"at":"2026-07-01T00:00:00Z"}"#, "GET /jobs/{id} 200: name is missing"),
            (#"{"name":"a"}"#, "GET /jobs/{id} 200: at is missing"),
            (#"{"name":"a","at":"2026-07-01T00:00:00Z","more":1}"#, "GET /jobs/{id} 200: more is not documented"),
            (#"{"name":"","at":"2026-07-01T00:00:00Z"}"#, "GET /jobs/{id} 200.name: is too short"),
            (#"{"name":1,"at":"2026-07-01T00:00:00Z"}"#, "GET /jobs/{id} 200.name: is no string"),
            (#"{"name":"a","at":"today"}"#, "GET /jobs/{id} 200.at: today is no date-time"),
            (
                #"{"name":"a","at":"2026-07-01T00:00:00Z","tags":["b",1]}"#, "GET /jobs/{id} 200.tags[1]: is no string"
            ),
            (
                #"{"name":"a","at":"2026-07-01T00:00:00Z","counts":{"b":-1}}"#,
                "GET /jobs/{id} 200.counts.b: is less than 0.0"
            ),
            (
                #"{"name":"a","at":"2026-07-01T00:00:00Z","size":10}"#,
                "GET /jobs/{id} 200.size: matches no choice of anyOf"
            ),
            (#"[]"#, "GET /jobs/{id} 200: is no object"), ("{", "GET /jobs/{id} 200: no JSON"),
        ])
    func invalid(body: String, fault: String) throws {
        #expect(try faults(body).first == fault)
    }

    @Test("An undocumented status or media type is a fault, and an unknown path has to be a problem")
    func answers() throws {
        #expect(try faults("{}", status: 201) == ["GET /jobs/{id}: 201 is not documented"])
        #expect(try faults("{}", type: "text/plain") == ["GET /jobs/{id} 200: the type text/plain is not documented"])
        let problem = "application/problem+json"
        #expect(try faults(#"{"code":"bad"}"#, status: 400, type: problem) == [])
        #expect(try faults(#"{"code":"worse"}"#, status: 400, type: problem).count == 1)
        #expect(try faults(#"{"code":"bad"}"#, status: 404, type: problem, target: "/other") == [])
        #expect(try faults(#"{"code":"bad"}"#, status: 404, target: "/other").count == 1)
    }

    @Test("Answers and the members of named schemas are counted") func coverage() throws {
        var coverage = OpenAPIContract.Coverage()
        let contract = try #require(OpenAPIContract(Array(Self.document.utf8)))
        let body = #"{"name":"a","at":"2026-07-01T00:00:00Z","tags":[]}"#
        _ = contract.faults("HEAD", "/jobs/7?x", status: 200, type: "application/json", body: body.utf8, &coverage)
        #expect(coverage.answers == ["GET /jobs/{id} 200"])
        #expect(coverage.members == ["Named.name", "Job.at", "Job.tags"])
    }
}
