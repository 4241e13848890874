import Domain
import Testing

@Suite("Templates of prompts")
struct PromptTemplateTests {
    private func filled(_ template: String, _ tags: [String] = [], prompt: String = "a cat") throws -> String {
        try PromptTemplate(parsing: template).prompt(prompt, tags: tags)
    }

    @Test("Prompt and tags replace their placeholders, once")
    func both() throws {
        #expect(try filled("{prompt}, {tags}, ink", ["sea", "밤", "two words"]) == "a cat, sea, 밤, two words, ink")
        #expect(try filled("{tags}{prompt}{tags}", ["sea"]) == "seaa catsea")
        #expect(try filled("{prompt} {tags}", ["{prompt}"], prompt: "{tags}") == "{tags} {prompt}")
    }

    @Test(
        "Without tags their placeholder disappears with the comma and blanks before it, or at the beginning after it",
        arguments: [
            ("{prompt}, {tags}", "a cat"), ("{prompt}, {tags}, ink", "a cat, ink"),
            ("{prompt} ,\n {tags}\nink", "a cat\nink"),
            ("{prompt} {tags} ink", "a cat ink"), ("{prompt}{tags}", "a cat"), ("{tags}{prompt}", "a cat"),
            ("{tags}, {prompt}", "a cat"), (" {tags} , {prompt}", "a cat"), ("{tags}, {tags}, {prompt}", "a cat"),
            ("{prompt}, {tags}, {tags}, ink", "a cat, ink"), ("ink, {tags}, {prompt}", "ink, a cat"),
            ("{prompt},, {tags}", "a cat,"), ("{prompt}: {tags}.", "a cat:."), (", {prompt}, ink", ", a cat, ink"),
        ])
    func untagged(template: String, prompt: String) throws {
        #expect(try filled(template) == prompt)
    }

    @Test("A prompt's own comma stays")
    func own() throws {
        #expect(try filled("{prompt}{tags}", prompt: "a cat, ") == "a cat, ")
        #expect(try filled("{tags}{prompt}", prompt: ", a cat") == ", a cat")
    }

    @Test(
        "Braces around anything but one word are text",
        arguments: ["{red|blue}", "{}", "{", "}", "{two words}", "{prompt"])
    func braces(text: String) throws {
        #expect(try filled(text + " {prompt} " + text) == text + " a cat " + text)
        #expect(try PromptTemplate(parsing: "{prompt} " + text).text == "{prompt} " + text)
    }

    @Test(
        "An unknown placeholder is rejected with the nearest",
        arguments: [("{tag}", "{tags}"), ("{promt}", "{prompt}"), ("{Tags}", "{tags}"), ("{seed}", nil)])
    func unknown(placeholder: String, nearest: String?) {
        #expect(
            throws: FieldFailure.Problem.notOneOf(
                got: placeholder, choices: ["{prompt}", "{tags}"], nearest: nearest)
        ) { try PromptTemplate(parsing: "{prompt}, " + placeholder) }
    }

    @Test("A template without the prompt is rejected", arguments: ["", "ink", "{tags}", "prompt"])
    func missing(template: String) {
        #expect(throws: FieldFailure.Problem.malformed(got: template, example: "{prompt}, ink drawing")) {
            try PromptTemplate(parsing: template)
        }
    }

    @Test("Names of subfolders are added to the tags up to their largest number")
    func subfolders() {
        var request = Request(source: .prompt("a"), tags: ["sea"])
        request.add(subfolders: ["sea"])
        #expect(request.tags == ["sea"] && request.origins.isEmpty)
        request.add(subfolders: ["a", "sea", "b"])
        #expect(request.tags == ["sea", "a", "b"] && request.origins["tags"] == [.subfolders])
        request.tags = (1..<TagLimits.most).map { "\($0)" }
        request.add(subfolders: ["a", "b"])
        #expect(request.tags.count == TagLimits.most && request.tags.last == "a")
    }
}
