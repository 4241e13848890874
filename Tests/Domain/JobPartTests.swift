import Domain
import Testing

@Suite("Identifier fragments")
struct JobPartTests {
    private let id = JobID(high: 1 << 40, low: 0x1234_5678_9ABC_DEF0)

    @Test("Four or more characters in either case match a prefix or a suffix") func matches() throws {
        let text = id.text
        for length in 4...26 {
            let ending = try #require(JobIDFragment(text: text.suffix(length).uppercased()))
            #expect(ending.matches(id))
            let beginning = try #require(JobIDFragment(text: text.prefix(length).uppercased()))
            #expect(beginning.matches(id))
            let middle = try #require(JobIDFragment(text: String(text.dropFirst(2).prefix(4))))
            #expect(!middle.matches(id))
        }
    }

    @Test(
        "A text that cannot be a prefix or suffix of an identifier is rejected",
        arguments: ["", "abc", "abcu", "ab-d", "고양이들", String(repeating: "0", count: 27)])
    func none(text: String) {
        #expect(JobIDFragment(text: text) == nil)
    }
}
