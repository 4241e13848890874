import Domain
import Testing

@Suite("Job endings")
struct JobEndingTests {
    private let id = JobID(high: 1 << 40, low: 0x1234_5678_9ABC_DEF0)

    @Test("four characters or more, in either case, match the end") func matches() throws {
        let text = id.text
        for length in 4...26 {
            let ending = try #require(JobEnding(text: text.suffix(length).uppercased()))
            #expect(ending.matches(id))
            #expect((ending.whole == id) == (length == 26))
        }
    }

    @Test(
        "what no identifier ends with is none",
        arguments: ["", "abc", "abcu", "ab-d", "고양이들", String(repeating: "0", count: 27)])
    func none(text: String) {
        #expect(JobEnding(text: text) == nil)
    }
}
