@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Testing

@Suite("Template substitution")
struct SubstitutionTests {
    private func sent(
        _ submit: String, _ more: String = "", _ change: (inout ConfiguredTemplate) -> Void = { _ in },
        _ wish: ImageRequest = TemplateFixture.request
    ) async throws -> HTTPRequest {
        let transport = ScriptedTransport(#"{"image": "\#(TemplateFixture.base64)"}"#)
        var options = TemplateFixture.options(try TemplateFixture.template(TemplateFixture.plain(more, submit: submit)))
        change(&options)
        let result = await TemplateFixture.submitted(try TemplateFixture.backend(options, transport), wish)
        #expect(result.failure == nil && transport.asked.count == 1)
        return try #require(transport.asked.first)
    }

    @Test("a placeholder alone gets the value's type; others are strings")
    func types() async throws {
        let request = try await sent(
            #""json": {"w": "{{width}}", "both": "{{width}}x{{height}}", "n": 2, "f": 1.5, "t": true, "z": null, "s": "{{seed}}"}"#
        )
        #expect(
            try TemplateFixture.json(request.body)
                == .object([
                    "w": .integer(768), "both": .text("768x512"), "n": .integer(2), "f": .number(1.5), "t": .flag(true),
                    "z": .null, "s": .integer(7),
                ]))
    }

    @Test("an optional placeholder is omitted if empty, with everything that becomes empty")
    func optional() async throws {
        let submit = """
            "json": {"prompt": "{{prompt}}", "negative": "{{negative_prompt?}}", "a": {"b": {"c": "{{image_b64?}}"}},
                     "l": [{"x": "{{image_b64?}}"}, 1], "e": {}, "h": "{{style?}}", "i": "{{mood?}}", "j": "{{mood?}}!"}
            """
        let request = try await sent(submit, #""values": ["style", "mood"]"#) { $0.values = ["style": .text("ink")] }
        #expect(
            try TemplateFixture.json(request.body)
                == .object([
                    "prompt": .text(TemplateFixture.prompt), "l": .list([.integer(1)]), "e": .object([:]),
                    "h": .text("ink"),
                    "j": .text("!"),
                ]))
    }

    @Test("a negative prompt is sent if the template has a placeholder for it, and omitted if there is none")
    func negative() async throws {
        let submit = #""json": {"a": "{{prompt}}", "n": "{{negative_prompt?}}"}"#
        let request = try await sent(submit) { $0.negativePrompt = "{{prompt}} \"blurry\"" }
        #expect(try TemplateFixture.json(request.body)["n"] == .text("{{prompt}} \"blurry\""))
        let without = try await sent(submit)
        #expect(try TemplateFixture.json(without.body)["n"] == nil)
    }

    @Test("a request's options are substituted, and unset ones are omitted")
    func options() async throws {
        let submit = """
            "json": {"n": "{{steps?}}", "g": "{{guidance?}}", "s": "{{scheduler?}}", "q": "{{quality?}}",
                     "d": "{{strength?}}", "f": "{{picture_format}}", "m": "{{model}}", "x": "{{negative_prompt?}}"}
            """
        let formats = #""picture_formats": ["jpeg", "png"]"#
        var wish = TemplateFixture.request
        wish.details = GenerationDetails(
            negativePrompt: "fog", model: "m-2", steps: 9, guidance: 1.5, scheduler: "euler", strength: 0.5,
            quality: "low", format: .png)
        let request = try await sent(submit, formats, { $0.negativePrompt = "blur" }, wish)
        #expect(
            try TemplateFixture.json(request.body)
                == .object([
                    // A strength means nothing without an input picture.
                    "n": .integer(9), "g": .number(1.5), "s": .text("euler"), "q": .text("low"), "f": .text("png"),
                    "m": .text("m-2"), "x": .text("fog"),
                ]))
        let without = try await sent(submit, formats)
        #expect(try TemplateFixture.json(without.body) == .object(["f": .text("jpeg"), "m": .text("m-1")]))
    }

    @Test("a placeholder's default is sent where the request has no value, with its own type")
    func defaults() async throws {
        let submit =
            #""json": {"n": "{{steps=20}}", "g": "{{guidance=7.5}}", "s": "{{scheduler=euler a}}", "#
            + #""x": "<{{steps=20}}>"}"#
        let plain = try TemplateFixture.json(try await sent(submit).body)
        let expected: [String: JSONValue] = [
            "n": .integer(20), "g": .number(7.5), "s": .text("euler a"), "x": .text("<20>"),
        ]
        #expect(plain == .object(expected))
        var wish = TemplateFixture.request
        wish.details.steps = 4
        let own = try TemplateFixture.json(try await sent(submit, "", { _ in }, wish).body)
        #expect(own["n"] == .integer(4) && own["x"] == .text("<4>") && own["g"] == .number(7.5))
    }

    @Test("the variants of a request that apply change it in order; a null removes a member")
    func variants() async throws {
        let submit = #"""
            "json": {"a": {"p": "{{prompt}}", "q": 1}, "b": 2}, "headers": {"X-A": "1"},
            "variants": [
                {"when": {"model": "m-*"}, "json": {"a": {"q": null, "r": 3}}, "path": "/other"},
                {"when": {"model": ["x", "!m*"]}, "json": {"b": 9}},
                {"when": {"picture": false}, "headers": {"X-A": "2"}, "json": {"a": {"r": 4}}},
                {"when": {"mask": true}, "json": {"b": 8, "m": "{{mask_b64?}}", "i": "{{image_b64?}}"}}
            ]
            """#
        let request = try await sent(submit)
        #expect(request.url == "https://api.shop.example/v9/other")
        #expect(request.headers.first { $0.isNamed("X-A") }?.value == "2")
        let expected: [String: JSONValue] = [
            "a": .object(["p": .text(TemplateFixture.prompt), "r": .integer(4)]), "b": .integer(2),
        ]
        #expect(try TemplateFixture.json(request.body) == .object(expected))
    }

    @Test(
        "the form of a model's name",
        arguments: [
            ("a*", "abc", true), ("a*", "ba", false), ("*:*", "o/n:v", true), ("*:*", "o/n", false),
            ("!*/*", "abc", true), ("!*/*", "o/n", false), ("a*b*c", "axxbyyc", true), ("a*b*c", "ac", false),
            ("ab*ba", "aba", false), ("abc", "abc", true), ("abc", "abcd", false), ("*", "", true),
        ])
    func patterns(pattern: String, name: String, matches: Bool) {
        #expect(NamePattern(text: pattern).matches(name) == matches)
    }

    @Test("options without a placeholder aren't supported; limits are the template's")
    func abilities() throws {
        let text = TemplateFixture.plain(
            #""seed_max": 9, "prompt_max": 5, "picture_formats": ["jpeg"]"#,
            submit: #""json": {"p": "{{prompt}}", "s": "{{seed}}", "f": "{{picture_format}}", "n": "{{steps?}}"}"#)
        let known = try TemplateFixture.backend(text, ScriptedTransport("{}")).descriptor.abilities
        #expect(
            known
                == BackendCapabilities(
                    options: [.seed: .integers(0...9), .format: .words(["jpeg"]), .steps: .any], promptCharacters: 5))
    }

    @Test("a prompt with quotes, backslashes, line breaks and placeholders is inserted literally")
    func inert() async throws {
        let request = try await sent(#""json": {"a": "{{prompt}}", "b": "so: {{prompt}} {{model}}"}"#)
        let body = try TemplateFixture.json(request.body)
        #expect(body["a"] == .text(TemplateFixture.prompt) && body["b"] == .text("so: \(TemplateFixture.prompt) m-1"))
        #expect(!String(decoding: request.body, as: UTF8.self).contains("hush"))
    }

    @Test("the key is one secret header in the template's format")
    func key() async throws {
        let request = try await sent(#""json": {}"#)
        let header = try #require(request.headers.first { $0.isNamed("x-key") })
        #expect(header.isSecret && header.value == "Key sk-hush-1")
        #expect(request.url == "https://api.shop.example/v9/paint" && request.method == .post && request.redirects == 0)
        #expect(request.headers.first { $0.isNamed("Content-Type") }?.value == "application/json")
    }

    @Test("without a key its header is omitted")
    func keyless() async throws {
        let text = TemplateFixture.plain().replacing("{{secret}}", with: "{{secret?}}")
        let transport = ScriptedTransport(#"{"image": "\#(TemplateFixture.base64)"}"#)
        var options = TemplateFixture.options(try TemplateFixture.template(text))
        options.key = nil
        let result = await TemplateFixture.submitted(try TemplateFixture.backend(options, transport))
        #expect(result.failure == nil)
        #expect(transport.asked.first?.headers.contains { $0.isNamed("x-key") } == false)
    }

    @Test("in a path, user text is one segment; configured values may be several")
    func path() async throws {
        let text = """
            {"base_url": "https://a.example", "submit": {"method": "GET", "path": "/p/{{prompt}}/{{model}}?s={{seed}}"},
             "result": {"kind": "body"}}
            """
        let transport = ScriptedTransport(HTTPResponse(status: 200, body: TemplateFixture.png))
        var options = TemplateFixture.options(try TemplateFixture.template(text))
        options.model = "@cf/big/one two?"
        let wish = ImageRequest(prompt: "../a b/ä?x=1#", size: TemplateFixture.request.size, seed: 7)
        let result = await TemplateFixture.submitted(try TemplateFixture.backend(options, transport), wish)
        #expect(result.failure == nil)
        let url = transport.asked.first?.url
        #expect(url == "https://a.example/p/..%2Fa%20b%2F%C3%A4%3Fx%3D1%23/@cf/big/one%20two%3F?s=7")
        #expect(transport.asked.first?.body == [] && transport.asked.first?.method == .get)
        #expect(transport.asked.first?.headers.contains { $0.isSecret } == false)
    }

    @Test("configured extra fields override the template's, where the template allows")
    func extra() async throws {
        let submit = #""json": {"input": {"prompt": "{{prompt}}", "format": "png"}}, "extra": "$.input""#
        let request = try await sent(submit) { $0.extra = ["format": .text("webp"), "steps": .integer(4)] }
        #expect(
            try TemplateFixture.json(request.body)
                == .object([
                    "input": .object([
                        "prompt": .text(TemplateFixture.prompt), "format": .text("webp"), "steps": .integer(4),
                    ])
                ]))
        let flat = try await sent(#""json": {"a": 1}"#) { $0.extra = ["b": .flag(true)] }
        #expect(try TemplateFixture.json(flat.body) == .object(["a": .integer(1), "b": .flag(true)]))
    }

    @Test("a size is one the service accepts, and a shape the nearest of its own")
    func sizes() async throws {
        let submit = #""json": {"w": "{{width}}", "h": "{{height}}", "s": "{{size}}", "r": "{{aspect_ratio}}"}"#
        let rule =
            #""size": {"multiple_of": 32, "min": 256, "max": 1000, "aspect_ratios": ["1:1", "16:9", "9:16", "3:2"]}"#
        for (wish, expected, ratio) in [
            (PictureSize(width: 770, height: 512), "800x512", "3:2"),
            (PictureSize(width: 64, height: 64), "256x256", "1:1"),
            (PictureSize(width: 4000, height: 2250), "992x992", "16:9"),
            (PictureSize(width: 100, height: 900), "256x928", "9:16"),
        ] {
            let request = try await sent(submit, rule, { _ in }, ImageRequest(prompt: "a", size: wish, seed: 1))
            let body = try TemplateFixture.json(request.body)
            #expect(body["s"] == .text(expected) && body["r"] == .text(ratio))
        }
    }

    @Test("a seed is within the service's range, and always the same")
    func seeds() async throws {
        for (seed, expected) in [(UInt64(1000), Int64(1000)), (1001, 0), (UInt64.max, 15), (7, 7)] {
            let wish = ImageRequest(prompt: "a", size: TemplateFixture.request.size, seed: seed)
            let request = try await sent(#""json": {"s": "{{seed}}"}"#, #""seed_max": 1000"#, { _ in }, wish)
            #expect(try TemplateFixture.json(request.body)["s"] == .integer(expected), "\(seed)")
        }
    }

    @Test("a form has separate parts, and no prompt can end a part")
    func form() async throws {
        let wish = ImageRequest(
            prompt: "a\r\n--textifyd-job1--\r\nContent-Disposition: x", size: TemplateFixture.request.size, seed: 7)
        let submit = #""form": {"prompt": "{{prompt}}", "seed": "{{seed}}", "style": "{{negative_prompt?}}"}"#
        let request = try await sent(submit, "", { $0.extra = ["mode": .text("x")] }, wish)
        let type = request.headers.first { $0.isNamed("Content-Type") }?.value
        #expect(type == "multipart/form-data; boundary=textifyd-job1x")
        let body = String(decoding: request.body, as: UTF8.self)
        let parts = body.components("--textifyd-job1x")
        #expect(parts.count == 5 && parts.last == "--\r\n")
        #expect(parts[2] == "\r\nContent-Disposition: form-data; name=\"prompt\"\r\n\r\n\(wish.prompt)\r\n")
        #expect(parts[1].hasSuffix("name=\"mode\"\r\n\r\nx\r\n") && parts[3].hasSuffix("name=\"seed\"\r\n\r\n7\r\n"))
    }

    @Test("too long a prompt is reported before anything is sent")
    func long() async throws {
        let transport = ScriptedTransport("{}")
        let backend = try TemplateFixture.backend(TemplateFixture.plain(#""prompt_max": 5"#), transport)
        let result = await TemplateFixture.submitted(backend)
        guard case .invalid(parameter: "prompt", _) = result.failure else {
            Issue.record("\(result)")
            return
        }
        #expect(transport.asked.isEmpty)
    }

    @Test("missing configuration for a template is reported by key")
    func needs() throws {
        let text =
            #"{"submit": {"path": "/{{model}}/{{account}}", "method": "GET"}, "values": ["account"], "result": {"kind": "body"}}"#
        let template = try TemplateFixture.template(text)
        let bare = TemplateSettings(extra: ["a": .integer(1)]).mistakes(for: template, under: "backends.a")
        #expect(
            bare.map(\.key) == [
                "backends.a.model", "backends.a.base_url", "backends.a.values.account", "backends.a.extra",
            ])
        let odd = TemplateSettings(
            baseURL: "https://a", model: "m", values: ["acount": .text("x"), "account": .text("y")]
        ).mistakes(for: template, under: "backends.a")
        #expect(odd.map(\.problem) == [.unknown(nearest: "account")])
    }
}

extension String {
    fileprivate func components(_ mark: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let found = rest.firstRange(of: mark) {
            parts.append(String(rest[..<found.lowerBound]))
            rest = rest[found.upperBound...]
        }
        return parts + [String(rest)]
    }
}
