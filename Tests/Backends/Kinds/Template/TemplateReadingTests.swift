@testable import BackendKinds
import Domain
import Testing

@Suite("Reading templates")
struct TemplateReadingTests {
    @Test("every shipped template is valid", arguments: ShippedTemplate.allCases)
    func shipped(_ shipped: ShippedTemplate) throws {
        let template = try shipped.template()
        #expect(template.baseURL?.hasPrefix("https://") == true)
        #expect(template.auth?.environment.isEmpty == false)
    }

    @Test("an unknown name is rejected anywhere, with its line and the nearest name")
    func unknown() {
        let text = """
            {
              "base_ulr": "https://a.example",
              "auth": {"header": "x-key", "value": "{{secret}}", "envs": ["A"]},
              "submit": {"path": "/a", "jsn": {}},
              "job": {"poll_urll": "$.a"},
              "poll": {"status": "$.s", "pending": ["a"], "done": ["b"], "intervall": 1},
              "result": {"images": "$.a", "kinds": "url"},
              "cost": {"path": "$.c", "scal": 1},
              "errors": [
                {"status": [402], "class": "quota", "mesage": "$.m"}
              ]
            }
            """
        let found = TemplateFixture.failures(text).filter { if case .unknown = $0.problem { true } else { false } }
        #expect(found.map(\.line) == [2, 3, 4, 5, 6, 7, 8, 10])
        #expect(
            found.map(\.problem) == [
                .unknown(nearest: "base_url"), .unknown(nearest: "env"), .unknown(nearest: "json"),
                .unknown(nearest: "poll_url"), .unknown(nearest: "interval"), .unknown(nearest: "kind"),
                .unknown(nearest: "scale"), .unknown(nearest: "message"),
            ])
        #expect(found.allSatisfy { $0.file == "shop.json" && $0.column > 0 })
    }

    @Test(
        "an invalid path is rejected",
        arguments: [
            "", "status", "$.", "$.a..b", "$[", "$[-1]", "$[x]", "$['a", "$.a |", "$.a b", "header:", "json:$.a",
            "json:$.a>", "$.a[?]", "$.a[*", "body:$.a", "$[99999999999999999999]",
        ])
    func paths(path: String) {
        let text = #"{"base_url":"https://a.example","submit":{"path":"/a"},"result":{"images":"\#(path)"}}"#
        #expect(TemplateFixture.failures(text).map(\.key) == ["result.images"])
    }

    @Test(
        "a value of the wrong type or out of range is rejected with its position",
        arguments: [
            (#""allowed_hosts": "bfl.ai""#, "allowed_hosts"), (#""allowed_hosts": ["*"]"#, "allowed_hosts[0]"),
            (#""allowed_hosts": ["a.b", "*.com"]"#, "allowed_hosts[1]"),
            (#""allowed_hosts": ["https://bfl.ai"]"#, "allowed_hosts[0]"),
            (#""allowed_hosts": ["a@b.c"]"#, "allowed_hosts[0]"),
            (#""errors": {}"#, "errors"), (#""tokens": "$.usage""#, "tokens"), (#""tokens": {}"#, "tokens.input"),
            (#""tokens": {"input": 7}"#, "tokens.input"), (#""tokens": {"input": []}"#, "tokens.input"),
            (#""tokens": {"output": ["$.a", "b"]}"#, "tokens.output[1]"),
            (#""errors": [{"status": ["402"], "class": "quota"}]"#, "errors[0].status[0]"),
            (#""errors": [{"status": [402], "class": "quotas"}]"#, "errors[0].class"),
            (#""errors": [{"status": [402]}]"#, "errors[0].class"),
            (#""errors": [{"class": "auth"}]"#, "errors[0].status"),
            (#""errors": [{"path": "$.a", "in": [], "class": "auth"}]"#, "errors[0].in"),
            (#""errors": [{"path": "$.a", "in": ["a"], "contains": ["b"], "class": "auth"}]"#, "errors[0].contains"),
            (#""cost": {"path": "$.a", "scale": "0.01"}"#, "cost.scale"),
            (#""cost": {"path": "$.a", "currency": "credits"}"#, "cost.currency"), (#""cost": {}"#, "cost.path"),
            (#""seed_max": 0"#, "seed_max"), (#""prompt_max": "9""#, "prompt_max"),
            (#""size": {"min": 900, "max": 800}"#, "size.min"), (#""size": {"multiple_of": 0}"#, "size.multiple_of"),
            (#""size": {"aspect_ratios": ["16x9"]}"#, "size.aspect_ratios[0]"), (#""size": 8"#, "size"),
            (#""cancel": {"method": "STOP"}"#, "cancel.method"), (#""probe": {"path": "models"}"#, "probe.path"),
            (#""values": ["prompt"]"#, "values[0]"), (#""values": ["a b"]"#, "values[0]"),
            (#""values": ["secret"]"#, "values[0]"),
        ])
    func values(member: String, key: String) {
        let found = TemplateFixture.failures(TemplateFixture.plain("\n" + member))
        #expect(found.map(\.key) == [key] && found.allSatisfy { $0.line == 5 }, "\(found)")
    }

    @Test(
        "an invalid URL or one with credentials is rejected",
        arguments: [
            "api.bfl.ai", "ftp://a", "https://", "https://u:hush@a", "https://a\\\\b", "https://a b", "https://a?b",
        ])
    func addresses(url: String) {
        let text = #"{"base_url":"\#(url)","submit":{"path":"/a"},"result":{"images":"$.a"}}"#
        let found = TemplateFixture.failures(text)
        #expect(found.map(\.key) == ["base_url"] && !"\(found)".contains("hush"))
    }

    @Test(
        "the key is allowed in auth only",
        arguments: [
            (#""path": "/{{secret}}""#, "submit.path"),
            (#""path": "/a", "json": {"k": "{{secret}}"}"#, "submit.json.k"),
            (#""path": "/a", "json": {"k": ["x {{secret?}}"]}"#, "submit.json.k[0]"),
            (#""path": "/a", "form": {"k": "{{secret}}"}"#, "submit.form.k"),
            (#""path": "/a", "headers": {"X-Key": "{{secret}}"}"#, "submit.headers.X-Key"),
        ])
    func secret(submit: String, key: String) {
        let text = #"{"base_url":"https://a.example","submit":{\#(submit)},"result":{"images":"$.a"}}"#
        #expect(TemplateFixture.failures(text).map(\.key) == [key])
    }

    @Test(
        "an unclosed or unknown placeholder is rejected",
        arguments: [
            "{{prompt", "prompt}}", "{{}}", "{{ prompt }}", "{{prompt??}}", "{{promt}}", "{{account}}", "{{image_b64}}",
            "{{aspect_ratio}}", "{{id}}",
        ])
    func places(text: String) {
        let found = TemplateFixture.failures(TemplateFixture.plain(submit: #""json": {"a": {"b": "\#(text)"}}"#))
        #expect(found.map(\.key) == ["submit.json.a.b"])
    }

    @Test("configuration values may be declared, and a misspelt placeholder gets a suggestion")
    func given() {
        let named = TemplateFixture.plain(#""values": ["account"]"#, submit: #""json": {"a": "{{account}}"}"#)
        #expect(TemplateFixture.failures(named).isEmpty)
        let misspelt = TemplateFixture.plain(submit: #""json": {"a": "{{promt}}"}"#)
        guard case .notOneOf("promt", _, nearest: "prompt") = TemplateFixture.failures(misspelt).first?.problem else {
            Issue.record("not told")
            return
        }
    }

    @Test(
        "sections that need each other are required together",
        arguments: [
            (#""job": {"poll_url": "$.a"}"#, ["poll"]),
            (#""poll": {"status": "$.s", "pending": ["a"], "done": ["b"]}"#, ["job"]),
            (#""job": {}, "poll": {"status": "$.s", "pending": ["a"], "done": ["b"]}"#, ["job.poll_url"]),
            (
                #""job": {}, "poll": {"path": "/a/{{id}}", "status": "$.s", "pending": ["a"], "done": ["b"]}"#,
                ["job.id"]
            ),
            (#""job": {"poll_url": "$.a"}, "poll": {"status": "$.s", "pending": ["a"], "done": ["a"]}"#, ["poll.done"]),
            (
                #""cancel": {}, "job": {"poll_url": "$.a"}, "poll": {"status": "$.s", "pending": ["a"], "done": ["b"]}"#,
                ["job.cancel_url"]
            ),
        ])
    func parts(members: String, keys: [String]) {
        #expect(TemplateFixture.failures(TemplateFixture.plain(members)).map(\.key) == keys)
    }

    @Test("mistakes in the variants of a request are reported by their place")
    func variants() {
        for (variant, keys) in [
            (#"{"json": {"a": 1}}"#, ["when"]), (#"{"when": {"modell": "a"}}"#, ["when.modell"]),
            (#"{"when": {"mask": "yes"}}"#, ["when.mask"]), (#"{"when": {}, "form": {"a": "b"}}"#, ["form"]),
            (#"{"when": {}, "json": {"a": "{{promt}}"}}"#, ["json.a"]),
            (#"{"when": {}, "json": {"a": "{{mask_b64}}"}}"#, ["json.a"]),
            (#"{"when": {}, "json": {"a": "{{mask_file?}}"}}"#, ["json.a"]),
            (#"{"when": {}, "path": "a"}"#, ["path"]), (#"{"when": {"model": []}}"#, ["when.model"]),
        ] {
            let found = TemplateFixture.failures(
                TemplateFixture.plain(submit: #""json": {}, "variants": [\#(variant)]"#))
            #expect(found.map(\.key) == keys.map { "submit.variants[0]." + $0 }, "\(variant)")
        }
        let form = TemplateFixture.plain(submit: #""form": {"a": "x{{image_file?}}", "b": "{{steps=}}", "c": null}"#)
        #expect(TemplateFixture.failures(form).map(\.key) == ["submit.form.a", "submit.form.b", "submit.form.c"])
        let cancel = TemplateFixture.working(#""cancel": {"path": "/c/{{prompt}}"}"#)
        #expect(TemplateFixture.failures(cancel).map(\.key) == ["cancel.path"])
    }

    @Test("all missing members are reported together")
    func missing() {
        #expect(TemplateFixture.failures("{}").map(\.key) == ["submit", "result"])
        #expect(
            TemplateFixture.failures(#"{"submit": {}, "result": {}}"#).map(\.key) == ["submit.path", "result.images"])
        let auth = TemplateFixture.failures(
            #"{"submit": {"path": "/a"}, "result": {"kind": "body"}, "auth": {"value": "x"}}"#)
        #expect(auth.map(\.key) == ["auth.header", "auth.value"])
    }

    @Test("invalid JSON is reported with its line, and so is a duplicate name")
    func syntax() {
        #expect(TemplateFixture.failures("{\n\"submit\": }").map(\.line) == [2])
        let twice = TemplateFixture.failures("{\"submit\": {\"path\": \"/a\"},\n\"submit\": {}}")
        #expect(twice.map(\.problem) == [.duplicate] && twice.map(\.line) == [2])
        #expect(TemplateFixture.failures("[]").map(\.problem) == [.wrongType(wanted: "table", got: "list")])
        #expect(TemplateFixture.failures("").count == 1)
    }

    @Test("a prompt isn't allowed in a header, where a line break would start another header")
    func headers() {
        let text = TemplateFixture.plain(submit: #""headers": {"X-Prompt": "{{prompt}}"}"#)
        #expect(TemplateFixture.failures(text).map(\.key) == ["submit.headers.X-Prompt"])
        for name in ["X-KEY", "Host", "content-length", "Transfer-Encoding"] {
            let text = TemplateFixture.plain(submit: #""headers": {"\#(name)": "a"}"#)
            #expect(TemplateFixture.failures(text).map(\.key) == ["submit.headers.\(name)"])
        }
        let typed = TemplateFixture.plain(submit: #""form": {"a": "b"}, "headers": {"Content-Type": "text/plain"}"#)
        #expect(TemplateFixture.failures(typed).map(\.key) == ["submit.headers.Content-Type"])
        let name = TemplateFixture.plain(submit: #""headers": {"X Prompt": "a"}"#)
        #expect(TemplateFixture.failures(name).map(\.key) == ["submit.headers.X Prompt"])
    }
}
