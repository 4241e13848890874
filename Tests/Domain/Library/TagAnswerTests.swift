import Domain
import Testing

@Suite("A vision model's answer")
struct TagAnswerTests {
    private func shown(_ answer: String) -> [String] { TagAnswer.tags(in: answer).map(\.shown) }

    @Test(
        "an array is read wherever it stands",
        arguments: [
            #"["sea", "light house", "등대"]"#, "```json\n[\"sea\", \"light house\", \"등대\"]\n```",
            #"Sure! Here they are: ["sea","light house", "등대"]. Anything else?"#,
            #"["sea", 7, null, "light house", "", {"a": 1}, "등대"]"#,
        ])
    func arrays(_ answer: String) {
        #expect(shown(answer) == ["sea", "light house", "등대"])
    }

    @Test(
        "lines and commas are read, without bullets, numbers, quotation marks and sentences",
        arguments: [
            "sea, light house, 등대", "- sea\n* light house\n• 등대", "1. sea\n2) light house\n3. \"등대\".",
            "Here are some tags for the picture:\n\n#sea\n#light house\n#등대\n\nI hope that this helps you a lot, friend.",
            "[sea, light house, 등대]", "sea、light house、등대",
        ])
    func lines(_ answer: String) {
        #expect(shown(answer) == ["sea", "light house", "등대"])
    }

    @Test("each tag is taken once, and at most eight are")
    func bounds() {
        #expect(shown("Sea\nsea\nSEA") == ["Sea"])
        #expect(shown((1...20).map { "tag\($0)" }.joined(separator: "\n")).count == TagAnswer.most)
    }

    @Test(
        "what is no tag gives none",
        arguments: [
            "", " \n ", "[]", "I'm sorry, but I can't look at this picture.", "[[[[", "{\"tags\": \"\"}",
            String(repeating: "x", count: 100_000), "\u{0}\u{1}\u{2}",
            "[\"" + String(repeating: "y", count: 65) + "\"]",
        ])
    func junk(_ answer: String) {
        #expect(shown(answer) == [])
    }

    @Test("a number alone is a tag, one before a point is not")
    func numbers() {
        #expect(shown("1984, 3d") == ["1984", "3d"])
    }
}
