import Domain
import Testing

@testable import Configuration

@Suite("Prompt reader")
struct PromptReaderTests {
    private func read(_ bytes: [UInt8], limit: Int = 100) -> Result<Request, PromptFailure> {
        PromptReader(limits: Limits(promptCharacters: limit)).read(bytes, file: "p.txt", base: .builtIn)
    }

    private func read(_ text: String, limit: Int = 100) -> Result<Request, PromptFailure> {
        read(Array(text.utf8), limit: limit)
    }

    @Test("Byte order marks are stripped, marked UTF-16 is decoded, and line ends are unified")
    func texts() throws {
        #expect(try read("\u{FEFF} a\r\nb\rc \n").get().prompt == "a\nb\nc")
        #expect(try read([0xFF, 0xFE, 0x61, 0, 0x00, 0xAC]).get().prompt == "a가")
        #expect(try read([0xFE, 0xFF, 0, 0x61, 0xAC, 0x00]).get().prompt == "a가")
    }

    @Test("Other encodings are rejected with their likely name")
    func encodings() {
        let korean: [UInt8] = [0xB0, 0xED, 0xBE, 0xE7, 0xC0, 0xCC, 0x20, 0xB1, 0xD7, 0xB8, 0xB2]
        #expect(read(korean) == .failure(.notUTF8(offset: 0, likely: "CP949")))
        let japanese: [UInt8] = [0x94, 0x4C, 0x82, 0xCC, 0x8A, 0x47, 0x82, 0xF0]
        #expect(read(japanese) == .failure(.notUTF8(offset: 0, likely: "Shift_JIS")))
        #expect(read(Array("caf".utf8) + [0xE9]) == .failure(.notUTF8(offset: 3, likely: "ISO-8859-1")))
        let unmarked = "a cat".utf8.flatMap { byte -> [UInt8] in [byte, 0] }
        #expect(read(unmarked) == .failure(.notUTF8(offset: 1, likely: "UTF-16LE")))
        #expect(read([0x61, 0, 0x62]) == .failure(.binary(offset: 1)))
    }

    @Test("Front matter sets options, and its lines are counted from the start of the file")
    func frontMatter() throws {
        let request = try read("+++\nseed = 7\n[art]\ncolumns = 40\n+++\na cat\n").get()
        #expect(request.generation.seed == 7 && request.art.columns == 40 && request.prompt == "a cat")
        guard case .failure(.frontMatter(let failure)) = read("+++\nseed = 7\nsize = 'x'\n+++\na") else {
            Issue.record("a malformed size was accepted")
            return
        }
        #expect(failure.line == 3 && failure.key == "size" && failure.file == "p.txt")
    }

    @Test(
        "A list of pictures is not a prompt",
        arguments: [
            ("a.png\nb.jpg\nc.webp", 1), ("\n\n a.png \n\nb.JPG\r\n", 3), ("cat.png", 1), ("./in/cat.HEIC\n", 1),
            ("+++\nseed = 7\n+++\n\na.png\nb.png", 5), ("my cat.png\nmy dog.png", 1), ("\"a.png\",\n'b.gif';", 1),
        ])
    func pictureList(_ text: String, _ line: Int) {
        #expect(read(text) == .failure(.pictureList(line: line)))
        let reader = PromptReader(limits: Limits(promptCharacters: 100))
        #expect(reader.lines(Array(text.utf8), file: "p.txt", base: .builtIn) == .failure(.pictureList(line: line)))
    }

    @Test(
        "A prompt may mention pictures",
        arguments: [
            "a cat in the style of cat.png", "a cat.png\nin the rain", "cat.png\na dog", "a.png b.png", ".png", "cat",
            "cat.docx\ndog.docx", "a cat\ndog.png", "my cat.png",
        ])
    func mentions(_ text: String) throws {
        #expect(try read(text).get().prompt == text)
    }

    @Test("Each kind of invalid prompt is rejected with its own reason")
    func refusals() {
        #expect(read(" \n\t") == .failure(.empty))
        #expect(read("abcd", limit: 3) == .failure(.tooLong(characters: 4, limit: 3)))
        #expect(read("---\na: b\n---\n") == .failure(.yamlFrontMatter))
        #expect(read("+++\nseed = 7\n") == .failure(.frontMatterNotClosed))
        #expect(read("+++\n\nprompt = 'a'\n+++\nb") == .failure(.promptTwice(line: 3)))
    }
}
