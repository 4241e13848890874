@testable import BackendKinds
import Domain
import Testing

@Suite("Workflows with placeholders")
struct WorkflowTests {
    private static let values: [Placeholder: JSONValue] = [
        .prompt: .text("say \"{{seed}}\" \\ }} {"), .negativePrompt: .text(""), .seed: .integer(7),
        .width: .integer(512), .height: .integer(768), .id: .text("w1"),
    ]

    private func workflow(_ inputs: String) throws(ConfigurationFailure) -> Workflow {
        try Workflow(Array("{\"1\": {\"class_type\": \"A\", \"inputs\": \(inputs)}}".utf8), file: "w.json")
    }

    private func failures(_ text: String) -> [FieldFailure] {
        do throws(ConfigurationFailure) {
            _ = try Workflow(Array(text.utf8), file: "w.json")
            return []
        } catch {
            guard case .invalid(let failures) = error else { return [] }
            return failures
        }
    }

    private func filled(_ inputs: String) throws -> JSONValue? {
        try workflow(inputs).graph(Self.values)["1"]?["inputs"]
    }

    @Test("a placeholder alone gets the value's type; within a longer text it is substituted")
    func types() throws {
        let inputs = try filled(
            """
            {"text": "{{prompt}}", "width": "{{width}}", "height": "{{ height }}", "seed": "{{seed}}",
             "name": "out/{{id}}-{{seed}}_{{width}}x{{height}}.png", "no": "{{negative_prompt}}",
             "steps": 20, "cfg": 1.5, "tiled": true, "none": null, "link": ["4", 1], "deep": [{"a": ["{{seed}}"]}]}
            """)
        #expect(
            inputs
                == .object([
                    "text": .text("say \"{{seed}}\" \\ }} {"), "width": .integer(512), "height": .integer(768),
                    "seed": .integer(7), "name": .text("out/w1-7_512x768.png"), "no": .text(""),
                    "steps": .integer(20), "cfg": .number(1.5), "tiled": .flag(true), "none": .null,
                    "link": .list([.text("4"), .integer(1)]),
                    "deep": .list([.object(["a": .list([.integer(7)])])]),
                ]))
    }

    @Test("optional placeholders have a default in the workflow")
    func defaults() throws {
        let text = #"{"t": "{{prompt}}", "s": "{{steps=20}}", "g": "{{ guidance = 6.5 }}", "m": "{{model=a b.ckpt}}"}"#
        #expect(
            try filled(text)
                == .object([
                    "t": .text(#"say "{{seed}}" \ }} {"#), "s": .integer(20), "g": .number(6.5),
                    "m": .text("a b.ckpt"),
                ]))
        var values = Self.values
        values[.steps] = .integer(9)
        #expect(try workflow(text).graph(values)["1"]?["inputs"]?["s"] == .integer(9))
        let bare = failures(#"{"1": {"class_type": "A", "inputs": {"t": "{{prompt}}", "s": "{{steps}}"}}}"#)
        #expect(bare.map(\.problem) == [.malformed(got: "{{steps}}", example: "{{steps=20}}")])
        #expect(bare.map(\.key) == ["1.inputs.s"])
        let once = failures(
            #"{"1": {"class_type": "A", "inputs": {"t": "{{prompt}}", "s": "{{steps}} {{steps=20}}"}}}"#)
        #expect(once.map(\.key) == ["1.inputs.s"])
    }

    @Test("a prompt is inserted literally, even within a longer text")
    func inert() throws {
        let text = #"{"text": "a photo of {{prompt}}, {{prompt}}", "half": "{{", "end": "}} {"}"#
        let said = #"say "{{seed}}" \ }} {"#
        #expect(
            try filled(text)
                == .object([
                    "text": .text("a photo of \(said), \(said)"), "half": .text("{{"), "end": .text("}} {"),
                ]))
    }

    @Test("only inputs are substituted, not a node's type or title")
    func elsewhere() throws {
        let text = #"{"1": {"class_type": "A", "inputs": {"t": "{{prompt}}"}, "_meta": {"title": "{{title}}"}}}"#
        let graph = try Workflow(Array(text.utf8), file: "w.json").graph(Self.values)
        #expect(graph["1"]?["_meta"]?["title"] == .text("{{title}}"))
    }

    @Test("all unknown placeholders are rejected together, with their position and the nearest known one")
    func unknown() {
        let found = failures(
            """
            {"6": {"class_type": "A", "inputs": {
              "text": "{{prompt}}",
              "seed": "{{sed}}", "deep": [{"a": "x {{Prompt}} y"}]}}}
            """)
        #expect(found.map(\.key) == ["6.inputs.seed", "6.inputs.deep[0].a"])
        #expect(found.map(\.line) == [3, 3] && found.map(\.column) == [11, 37])
        #expect(found.allSatisfy { $0.file == "w.json" })
        let choices = [
            "{{prompt}}", "{{negative_prompt}}", "{{seed}}", "{{width}}", "{{height}}", "{{id}}", "{{model=…}}",
            "{{steps=…}}", "{{guidance=…}}", "{{scheduler=…}}", "{{strength=…}}", "{{image}}",
            "{{image_2=…}}",
        ]
        #expect(found.first?.problem == .notOneOf(got: "{{sed}}", choices: choices, nearest: "{{seed}}"))
    }

    @Test(
        "an unusable workflow is rejected with the reason",
        arguments: [
            ("[]", ""), ("{}", "{{prompt}}"), ("{", ""), ("\u{FEFF}{}", ""),
            (#"{"1": 7}"#, "1"), (#"{"1": {"inputs": {"a": "{{prompt}}"}}}"#, "1.class_type"),
            (#"{"1": {"class_type": 7, "inputs": {"a": "{{prompt}}"}}}"#, "1.class_type"),
            (#"{"1": {"class_type": "A"}}"#, "1.inputs"), (#"{"1": {"class_type": "A", "inputs": []}}"#, "1.inputs"),
            (#"{"1": {"class_type": "A", "inputs": {"a": "{{seed}}"}}}"#, "{{prompt}}"),
            (#"{"last_node_id": 9, "nodes": [{"id": 1}], "links": []}"#, "nodes"),
            (#"{"1": {"class_type": "A", "inputs": {"a": "{{prompt}}", "a": 1}}}"#, "a"),
        ])
    func refused(text: String, key: String) {
        #expect(failures(text).map(\.key) == [key])
    }

    @Test("the ID of work is a UUID determined by the key")
    func names() {
        #expect(PromptID.text(of: ComfyUIFixture.key) == ComfyUIFixture.id)
        #expect(Set((0..<1000).map { PromptID.text(of: "job-\($0)") }).count == 1000)
        #expect(PromptID.text(of: "").count == 36)
    }
}
