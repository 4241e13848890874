@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Testing

@Suite("Templates reading responses")
struct TemplateAnswerTests {
    /// The pictures in a response, read by a template with this result.
    private func read(
        _ result: String, _ body: String, status: Int = 200, headers: [(String, String)] = [], errors: String = "[]"
    ) async throws -> Result<[ImageSource], BackendFailure> {
        let text = """
            {"base_url": "https://api.shop.example/v1", "submit": {"path": "/paint", "json": {}},
             "result": \(result), "errors": \(errors)}
            """
        let transport = ScriptedTransport(status, body, headers)
        switch await TemplateFixture.submitted(try TemplateFixture.backend(text, transport)) {
        case .success(.finished(let sources, _)): return .success(sources)
        case .success(.pending): return .failure(.lost)
        case .failure(let failure): return .failure(failure)
        }
    }

    @Test(
        "a path leads to the picture",
        arguments: [
            ("$.image", #"{"image": "PIC"}"#), ("$['im age']", #"{"im age": "PIC"}"#),
            ("$[1].a", #"[{}, {"a": "PIC"}]"#),
            ("$.images[*].b64", #"{"images": [null, {"b64": null}, {"b64": "PIC"}]}"#),
            ("$.output", #"{"output": ["PIC"]}"#), ("$.a | $.b", #"{"a": null, "b": "PIC"}"#),
            ("$.a|$.b", #"{"a": "PIC", "b": 7}"#),
            (
                "$.parts[?!thought].data",
                #"{"parts": [{"thought": true, "data": "x"}, {"thought": false, "data": "PIC"}]}"#
            ),
            ("$.parts[?data].data", #"{"parts": [{"text": "hello"}, {"data": "PIC"}]}"#),
            ("json:$.info>$.images[0]", #"{"info": "{\"images\": [\"PIC\"]}"}"#), ("header:x-image", "{}"),
        ])
    func paths(path: String, body: String) async throws {
        let body = body.replacing("PIC", with: TemplateFixture.base64)
        let found = try await read(
            #"{"images": "\#(path)", "kind": "b64"}"#, body, headers: [("X-Image", TemplateFixture.base64)])
        #expect(found == .success([.bytes(TemplateFixture.png)]))
    }

    @Test(
        "a URL, Base64 and a data URL are distinguished",
        arguments: [
            ("https://cdn.example/a.png", ImageSource.url("https://cdn.example/a.png")),
            ("data:image/png;base64,iVBORw0KGgoBAgM=", .bytes(TemplateFixture.png)),
            ("iVBORw0K\\nGgoBAgM=", .bytes(TemplateFixture.png)),
        ])
    func kinds(text: String, source: ImageSource) async throws {
        #expect(try await read(#"{"images": "$.a"}"#, #"{"a": "\#(text)"}"#) == .success([source]))
    }

    @Test("a relative URL is on the service's host")
    func relative() async throws {
        let found = try await read(#"{"images": "$.a", "kind": "url"}"#, #"{"a": "/out/1.png"}"#)
        #expect(found == .success([.url("https://api.shop.example/out/1.png")]))
    }

    @Test("a URL is used unchanged, and an invalid one is reported")
    func odd() async throws {
        let result = #"{"images": "$.a", "kind": "url"}"#
        let odd = "https://cdn.example/그림.png?sig=a|b"
        #expect(try await read(result, #"{"a": "\#(odd)"}"#) == .success([.url(odd)]))
        for bad in ["file:///etc/passwd", "//evil.example/1.png", "1.png"] {
            guard case .badResponse = try await read(result, #"{"a": "\#(bad)"}"#).failure else {
                Issue.record("\(bad)")
                continue
            }
        }
    }

    @Test("a body that is the picture is accepted, and one that isn't is reported")
    func body() async throws {
        let body = String(decoding: TemplateFixture.png, as: Unicode.ASCII.self)
        #expect(body.isEmpty == false)
        let transport = ScriptedTransport(HTTPResponse(status: 200, body: TemplateFixture.png))
        let text = #"{"base_url": "https://a.example", "submit": {"path": "/a"}, "result": {"kind": "body"}}"#
        let result = await TemplateFixture.submitted(try TemplateFixture.backend(text, transport))
        #expect(try result.get() == .finished([.bytes(TemplateFixture.png)], Receipt(charged: .yes)))
        let page = try await read(#"{"kind": "body"}"#, "<html>")
        #expect(page == .failure(.badResponse(message: "an HTML or XML page where a picture was expected")))
    }

    @Test(
        "data that isn't a picture is reported",
        arguments: [
            ("{}", .empty), (#"{"a": []}"#, .empty), (#"{"a": ""}"#, .empty), (#"{"a": null}"#, .empty), ("", .empty),
            (#"{"a": 7}"#, .badResponse(message: "a number where a picture or its address was expected")),
            (#"{"a": "!!"}"#, .badResponse(message: "invalid Base64")),
            (#"{"a": "data:image/png,x"}"#, .badResponse(message: "a data: address without Base64")),
            ("<html>", .badResponse(message: "an HTML page")), ("oops", .badResponse(message: "not JSON: oops")),
            (#"{"a": "iVBO"#, .badResponse(message: #"not JSON: {"a": "iVBO"#)),
        ] as [(String, BackendFailure)])
    func nothing(body: String, failure: BackendFailure) async throws {
        #expect(try await read(#"{"images": "$.a"}"#, body) == .failure(failure))
    }

    @Test(
        "without a rule the status decides",
        arguments: [
            (401, .auth), (403, .unknown), (406, .unknown), (402, .quota), (404, .gone), (410, .gone), (408, .unknown),
            (409, .unknown), (425, .transient(message: "no")), (500, .unknown), (502, .unknown), (503, .unknown),
            (429, .rateLimited(after: nil)), (400, .invalid(parameter: nil, message: "no")),
            (413, .invalid(parameter: nil, message: "no")), (422, .invalid(parameter: nil, message: "no")),
            (504, .unknown),
            (302, .config(message: "base_url redirects (status 302)")),
        ] as [(Int, BackendFailure)])
    func statuses(status: Int, failure: BackendFailure) async throws {
        #expect(try await read(#"{"images": "$.a"}"#, #"{"error": "no"}"#, status: status) == .failure(failure))
    }

    @Test("a gateway timeout leaves the outcome unknown", arguments: [504, 520, 524])
    func gateways(status: Int) async throws {
        #expect(try await read(#"{"images": "$.a"}"#, "<html>", status: status) == .failure(.unknown))
    }

    @Test("the first matching rule decides the meaning; the status decides if it is trusted")
    func rules() async throws {
        let errors = """
            [{"path": "header:finish-reason", "in": ["CONTENT_FILTERED"], "class": "moderated", "charged": "yes"},
             {"path": "$.errors[*].code", "in": [3030], "class": "moderated", "stage": "prompt"},
             {"path": "$.error", "contains": ["Credit"], "class": "quota"},
             {"path": "$.failed", "class": "failed", "message": "$.why"},
             {"status": [403], "path": "$.name", "in": ["content_moderation"], "class": "moderated",
              "charged": "no"},
             {"status": [503, 418], "path": "$.busy", "class": "loading", "charged": "no"},
             {"status": [418], "class": "transient"},
             {"path": "$.wait", "class": "rate_limited", "retry_after": "$.wait"}]
            """
        func failure(_ status: Int, _ body: String, _ headers: [(String, String)] = []) async throws -> BackendFailure?
        {
            try await read(#"{"images": "$.a"}"#, body, status: status, headers: headers, errors: errors).failure
        }
        let picture = #"{"a": "\#(TemplateFixture.base64)"}"#
        let filtered = try await failure(200, picture, [("Finish-Reason", "CONTENT_FILTERED")])
        #expect(filtered == .moderated(stage: "picture", charged: true))
        #expect(try await failure(200, picture, [("Finish-Reason", "SUCCESS")]) == nil)
        let coded = try await failure(400, #"{"errors": [{"code": 1}, {"code": 3030}]}"#)
        #expect(coded == .moderated(stage: "prompt", charged: nil))
        #expect(try await failure(402, #"{"error": "out of credit sk-hush-1"}"#) == .quota)
        #expect(try await failure(500, #"{"error": "out of credit sk-hush-1"}"#) == .unknown)
        #expect(try await failure(503, #"{"busy": true}"#) == .loading(eta: nil))
        #expect(try await failure(504, #"{"busy": true}"#) == .unknown)
        #expect(try await failure(504, #"{"name": "content_moderation"}"#) == .unknown)
        #expect(try await failure(200, #"{"failed": true, "why": {"b": 1}}"#) == .failed(message: #"{"b":1}"#))
        #expect(try await failure(200, #"{"failed": false, "a": "\#(TemplateFixture.base64)"}"#) == nil)
        #expect(
            try await failure(403, #"{"name": "content_moderation"}"#) == .moderated(stage: "prompt", charged: false))
        #expect(try await failure(403, #"{"name": "other"}"#) == .unknown)
        #expect(try await failure(418, "") == .transient(message: "status 418"))
        for (wait, milliseconds) in [
            ("7", Int64(7000)), (#""55s""#, 55_000), (#""Your rate limit resets in ~30s.""#, 30_000),
            (#""again in 1.5s, 2 left""#, 1500),
        ] {
            #expect(try await failure(429, #"{"wait": \#(wait)}"#) == .rateLimited(after: milliseconds))
        }
    }

    @Test("the service's message is shortened and never contains the key")
    func quoted() async throws {
        let words = "bad sk-hush-1 \\n" + String(repeating: "x", count: 500)
        let found = try await read(#"{"images": "$.a"}"#, #"{"detail": [{"msg": "\#(words)"}]}"#, status: 422)
        guard case .invalid(_, let said) = found.failure else {
            Issue.record("\(found)")
            return
        }
        #expect(!said.contains("hush") && said.count <= 200 && said.hasPrefix("bad"))
    }

    @Test("a cost is read with its currency, and the seed that was used")
    func receipt() async throws {
        let text = TemplateFixture.plain(
            #""cost": {"path": "header:x-credits | $.cost", "scale": 0.01, "currency": "EUR"}"#
        )
        .replacing(#""kind": "auto""#, with: #""kind": "auto", "seed": "$.seed""#)
        for (cost, micros) in [("3.0", Int64(30_000)), (#""2.5""#, 25_000), ("0", 0)] {
            let transport = ScriptedTransport(#"{"image": "\#(TemplateFixture.base64)", "cost": \#(cost), "seed": 42}"#)
            let result = try await TemplateFixture.submitted(TemplateFixture.backend(text, transport)).get()
            guard case .finished(_, let receipt) = result else { continue }
            #expect(receipt.cost == Money(micros: micros, currency: "EUR") && receipt.seed == 42)
        }
        let transport = ScriptedTransport(#"{"image": "\#(TemplateFixture.base64)", "cost": -1}"#)
        guard
            case .finished(_, let receipt) = try await TemplateFixture.submitted(
                TemplateFixture.backend(text, transport)
            ).get()
        else {
            return
        }
        #expect(receipt.cost == nil && receipt.charged == .yes)
    }
}
