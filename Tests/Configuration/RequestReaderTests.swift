import Domain
import Testing

@testable import Configuration

@Suite("Request files")
struct RequestReaderTests {
    private let reader = RequestReader(
        limits: Limits(promptCharacters: 20, batchLines: 3),
        layer: RequestLayer(
            backends: ["sketch", "studio"],
            abilities: [
                "sketch": BackendCapabilities(options: [.seed: .any]),
                "studio": BackendCapabilities(
                    tasks: [.textToImage, .imageToImage, .upscaling], options: [.seed: .any, .upscale: .any],
                    pictureFormats: [.png], pictureBytes: 100),
            ]))
    private let picture: StoredPicture

    init() throws {
        picture = StoredPicture(digest: try #require(Digest(bytes: [UInt8](repeating: 7, count: 32))), format: .png)
    }

    private func read(_ text: String, _ notation: RequestReader.Notation = .toml) -> Result<Request, PromptFailure> {
        reader.read(Array(text.utf8), as: notation, file: "r.toml", base: .builtIn)
    }

    private func beside(_ text: String, bytes: Int = 10) throws -> (request: Request, isShaped: Bool) {
        try reader.read(beside: picture, bytes: bytes, Array(text.utf8), file: "a.png.toml", base: .builtIn).get()
    }

    private func failure(_ text: String, bytes: Int = 10) -> FieldFailure? {
        let read = reader.read(beside: picture, bytes: bytes, Array(text.utf8), file: "a.png.toml", base: .builtIn)
        guard case .failure(.request(let failure)) = read else { return nil }
        return failure
    }

    @Test("TOML and JSON requests are equivalent")
    func notations() throws {
        let toml = try read("prompt = ' a cat '\nseed = 7\n[art]\ncolumns = 40\n").get()
        #expect(toml.prompt == "a cat" && toml.generation.seed == 7 && toml.art.columns == 40)
        let json = try read(#"{"prompt": "a cat", "seed": 7, "art": {"columns": 40}}"#, .json).get()
        #expect(json == toml)
        let units = "prompt = '고양이'".utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] }
        let wide: [UInt8] = [0xFF, 0xFE] + units
        #expect(try reader.read(wide, as: .toml, file: "r.toml", base: .builtIn).get().prompt == "고양이")
    }

    @Test(
        "Control characters are rejected in every field and notation, as in a text file",
        arguments: [0x00, 0x01, 0x07, 0x08, 0x0B, 0x1B, 0x1F, 0x7F, 0x80, 0x85, 0x9B, 0x9D, 0x9F] as [UInt32])
    func controls(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(failure(of: "ab\(scalar)c") == .binary(offset: 2))
        let escape = "\\u00" + (value < 16 ? "0" : "") + String(value, radix: 16)
        let fields = [
            ("prompt", #""ab\#(escape)c""#), ("negative_prompt", #""ab\#(escape)c""#), ("model", #""ab\#(escape)c""#),
            ("scheduler", #""ab\#(escape)c""#), ("quality", #""ab\#(escape)c""#),
        ]
        for (name, text) in fields {
            let rest = name == "prompt" ? "" : "prompt = 'a'\n"
            #expect(problem(read("\(rest)\(name) = \(text)")) == .controlCharacter(offset: 2), "\(name)")
            let further = name == "prompt" ? "" : #""prompt": "a", "#
            #expect(problem(read("{\(further)\"\(name)\": \(text)}", .json)) == .controlCharacter(offset: 2), "\(name)")
            guard name != "prompt" else { continue }
            #expect(failure("\(name) = \(text)")?.problem == .controlCharacter(offset: 2), "\(name) beside a picture")
        }
        let tags = #"["ab\#(escape)c"]"#
        #expect(problem(read("prompt = 'a'\ntags = \(tags)")) == .controlCharacter(offset: 2))
        #expect(problem(read(#"{"prompt": "a", "tags": \#(tags)}"#, .json)) == .controlCharacter(offset: 2))
        #expect(problem(read("prompt = 'a'\nart.characters = \"ab\(escape)c\"")) == .controlCharacter(offset: 2))
        // The permitted control characters are accepted.
        #expect(try read(#"prompt = "a\tb\nc\fd\re""#).get().prompt == "a\tb\nc\u{C}d\re")
    }

    private func problem(_ read: Result<Request, PromptFailure>) -> FieldFailure.Problem? {
        guard case .failure(.request(let failure)) = read else { return nil }
        return failure.problem
    }

    @Test("An error is reported with file, line, column and the nearest name")
    func mistakes() {
        let unknown = FieldFailure(
            key: "sead", problem: .unknown(nearest: "seed"), file: "r.toml", line: 2, column: 1)
        #expect(read("prompt = 'a'\nsead = 7") == .failure(.request(unknown)))
        #expect(read("seed = 7") == .failure(.empty))
        #expect(
            read("prompt = '\(String(repeating: "a", count: 21))'") == .failure(.tooLong(characters: 21, limit: 20)))
        guard case .failure(.request(let broken)) = read("{\"prompt\": \"a\",\n \"seed\" 7}", .json) else {
            Issue.record("a broken request was accepted")
            return
        }
        #expect(broken.line == 2 && broken.problem == .syntax("expected a colon"))
        #expect(
            read("prompt = 'a'\nupscale = 2")
                == .failure(
                    .request(
                        FieldFailure(
                            key: "upscale", problem: .notHonoured(backend: "sketch", others: ["studio"]),
                            file: "r.toml", line: 2,
                            column: 1))))
    }

    @Test("An invalid line of a batch fails alone, with its position in the file")
    func lines() throws {
        let text = "{\"prompt\": \"one\"}\n\n{\"prompt\": \"two\", \"sead\": 7}\r\n{\"seed\": 3}\n"
        let lines = try reader.lines(Array(text.utf8), file: "b.jsonl", base: .builtIn).get()
        #expect(lines.map(\.number) == [1, 3, 4])
        #expect(try lines[0].request.get().prompt == "one")
        let unknown = FieldFailure(
            key: "sead", problem: .unknown(nearest: "seed"), file: "b.jsonl", line: 3, column: 19)
        #expect(lines[1].request == .failure(.request(unknown)))
        #expect(lines[2].request == .failure(.empty))
        let kept = try reader.excerpt(Array(text.utf8), lines: [3, 4]).get()
        #expect(String(decoding: kept, as: UTF8.self) == "{\"prompt\": \"two\", \"sead\": 7}\n{\"seed\": 3}\n")
    }

    @Test("A batch without lines, with too many lines or with binary data is rejected as a whole")
    func batches() {
        #expect(failure(of: "\n \n") == .emptyBatch)
        #expect(failure(of: "1\n2\n\n3\n4\n") == .tooManyLines(lines: 4, limit: 3))
        let many = #"{"prompt": "a", "samples": 2}"#
        #expect(failure(of: many + "\n1\n") == nil)
        #expect(failure(of: many + "\n" + many + "\n") == .tooManyPictures(pictures: 4, limit: 3))
        #expect(failure(of: "\u{1}") == .binary(offset: 0))
    }

    private func failure(of text: String) -> PromptFailure? {
        guard case .failure(let failure) = reader.lines(Array(text.utf8), file: "b.jsonl", base: .builtIn) else {
            return nil
        }
        return failure
    }

    @Test("A sidecar sets art options, edits the picture with a prompt, or enlarges it")
    func pictures() throws {
        let art = try beside("art.columns = 40")
        #expect(art.request.source == .picture(picture.digest, .png) && art.request.art.columns == 40 && !art.isShaped)
        let edit = try beside("prompt = 'at night'\nbackend = 'studio'")
        #expect(edit.request.source == .edit("at night", picture.digest, .png) && edit.isShaped)
        #expect(try !beside("prompt = 'at night'\nbackend = 'studio'\nsize = '64x64'").isShaped)
        let larger = try beside("upscale = 2\nbackend = 'studio'")
        #expect(larger.request.source == .edit("", picture.digest, .png) && !larger.isShaped)
    }

    @Test("Options that the backend does not support for the picture are rejected")
    func optionFailures() {
        #expect(failure("prompt = 'at night'")?.problem == .takesNoPicture(backend: "sketch", others: ["studio"]))
        #expect(failure("prompt = 'at night'\nbackend = 'studio'", bytes: 101)?.key == "picture")
        #expect(failure("colums = 3")?.file == "a.png.toml")
    }
}

@Suite("Prompt lines")
struct PromptLineTests {
    private let reader = PromptReader(limits: Limits(promptCharacters: 5, batchLines: 2))

    private func lines(_ text: String) throws -> [DropLine] {
        try reader.lines(Array(text.utf8), file: "p.txt", base: .builtIn).get()
    }

    @Test("Front matter applies to every line, and is kept with the lines that failed")
    func frontMatter() throws {
        let text = "+++\nseed = 7\n+++\n\n a cat \r\ntoo long\n"
        let read = try lines(text)
        #expect(read.map(\.number) == [5, 6])
        #expect(try read[0].request.get().prompt == "a cat")
        #expect(try read[0].request.get().generation.seed == 7)
        #expect(read[1].request == .failure(.tooLong(characters: 8, limit: 5)))
        let kept = try reader.excerpt(Array(text.utf8), lines: [6]).get()
        #expect(String(decoding: kept, as: UTF8.self) == "+++\nseed = 7\n+++\ntoo long\n")
        #expect(String(decoding: try reader.excerpt(Array("a\nb\n".utf8), lines: [2]).get(), as: UTF8.self) == "b\n")
    }

    @Test("The samples of all lines together count against the limit")
    func samples() throws {
        #expect(throws: PromptFailure.tooManyPictures(pictures: 4, limit: 2)) {
            try lines("+++\nsamples = 2\n+++\na\nb")
        }
        #expect(try lines("+++\nsamples = 2\n+++\na")[0].request.get().pictures == 2)
    }

    @Test("A prompt in the front matter excludes prompts on lines")
    func twice() {
        #expect(throws: PromptFailure.promptTwice(line: 2)) { try lines("+++\nprompt = 'a'\n+++\nb") }
        #expect(throws: PromptFailure.emptyBatch) { try lines("\n") }
        #expect(throws: PromptFailure.tooManyLines(lines: 3, limit: 2)) { try lines("a\nb\nc") }
    }
}

@Suite("Prompt templates")
struct TemplateTests {
    private func layer(_ template: String) throws -> RequestLayer {
        RequestLayer(template: try PromptTemplate(parsing: template))
    }

    private func reader(_ template: String, limit: Int = 20) throws -> PromptReader {
        PromptReader(limits: Limits(promptCharacters: limit), layer: try layer(template))
    }

    @Test("The prompt replaces every placeholder of the template")
    func words() throws {
        let read = try reader("a drawing: {prompt}!").read(Array("a cat".utf8), file: "a.txt", base: .builtIn)
        #expect(try read.get().prompt == "a drawing: a cat!")
        let twice = try reader("{prompt} {prompt}").read(Array("{prompt}".utf8), file: "a.txt", base: .builtIn)
        #expect(try twice.get().prompt == "{prompt} {prompt}", "placeholders in the prompt are not replaced")
    }

    @Test("The template counts towards the length limit, and an empty prompt stays empty")
    func bounds() throws {
        let long = try reader("a drawing: {prompt}!", limit: 16)
        #expect(
            long.read(Array("a cat".utf8), file: "a.txt", base: .builtIn)
                == .failure(.tooLong(characters: 17, limit: 16)))
        #expect(long.read([32], file: "a.txt", base: .builtIn) == .failure(.empty))
        let tags = try reader("{prompt} {tags}", limit: 5).adding(subfolders: ["sea"])
        #expect(
            tags.read(Array("a".utf8), file: "a.txt", base: .builtIn).map(\.prompt) == .success("a sea"))
        #expect(
            tags.read(Array("ab".utf8), file: "a.txt", base: .builtIn)
                == .failure(.tooLong(characters: 6, limit: 5)))
    }

    @Test("{tags} are the tags of all places: base, front matter or request, then the subfolders")
    func tags() throws {
        let base = Request(source: .prompt(""), tags: ["home"])
        let prompts = PromptReader(layer: try layer("{prompt}, {tags}")).adding(subfolders: ["sea", "home"])
        let text = Array("+++\ntags = ['new']\n+++\na cat\na dog".utf8)
        let read = try prompts.read(text, file: "a.txt", base: base).get()
        #expect(read.prompt == "a cat\na dog, home, new, sea" && read.tags == ["home", "new", "sea"])
        let lines = try prompts.lines(text, file: "a.txt", base: base).get().map { try $0.request.get().prompt }
        #expect(lines == ["a cat, home, new, sea", "a dog, home, new, sea"])

        let requests = RequestReader(layer: try layer("{prompt}, {tags}")).adding(subfolders: ["sea"])
        let toml = Array("prompt = 'a cat'\ntags = ['new']".utf8)
        #expect(try requests.read(toml, as: .toml, file: "a.toml", base: base).get().prompt == "a cat, home, new, sea")
        let batch = Array(#"{"prompt": "a cat"}"#.utf8)
        #expect(
            try requests.lines(batch, file: "a.jsonl", base: base).get().map { try $0.request.get().prompt }
                == ["a cat, home, sea"])
        let picture = StoredPicture(digest: try #require(Digest(bytes: [UInt8](repeating: 7, count: 32))), format: .png)
        let beside = try requests.read(beside: picture, bytes: 9, toml, file: "a.png.toml", base: base).get()
        #expect(beside.request.prompt == "a cat, home, new, sea")
    }

    @Test("Tags that aren't in the template don't change the prompt, and nothing is added without tags")
    func untagged() throws {
        let plain = try reader("{prompt}!").adding(subfolders: ["sea"])
        #expect(try plain.read(Array("a cat".utf8), file: "a.txt", base: .builtIn).get().prompt == "a cat!")
        let none = try reader("{prompt}, {tags}")
        #expect(try none.read(Array("a cat".utf8), file: "a.txt", base: .builtIn).get().prompt == "a cat")
    }
}
