import Testing

@testable import App

@Suite("Prompt name")
struct PromptNameTests {
    private static let words49 = String(repeating: "abcdefgh ", count: 6)

    @Test(
        "A job's name is the prompt's first words in lower case, joined by hyphens, at most 48 characters",
        arguments: [
            ("A fox, at night!", "a-fox-at-night"),
            ("밤의 등대, 파도", "밤의-등대-파도"),
            ("🦊 fox 🦊🌙", "fox"),
            ("🦊", "prompt"),
            ("", "prompt"),
            ("...", "prompt"),
            ("Ünïcödé ÉTÉ", "ünïcödé-été"),
            ("e\u{301}te\u{301}", "e\u{301}te\u{301}"),
            ("don't stop", "don-t-stop"),
            ("../../etc/passwd", "etc-passwd"),
            ("line one\nline two", "line-one-line-two"),
            (words49, "abcdefgh-abcdefgh-abcdefgh-abcdefgh-abcdefgh"),
            (String(repeating: "x", count: 60), String(repeating: "x", count: 48)),
            ("fox " + String(repeating: "x", count: 60), "fox"),
            (String(repeating: "밤", count: 100), String(repeating: "밤", count: 48)),
        ])
    func table(prompt: String, name: String) {
        #expect(PromptName.of(prompt) == name)
    }
}
