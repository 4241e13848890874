import BackendKit
import Domain
import Testing

@Suite("Quotations")
struct QuotingTests {
    private let quoting = Quoting(hiding: [Secret("sk-hush")])

    @Test(
        "a secret is never quoted, wherever it stands and however it is broken",
        arguments: [
            "sk-hush", "Incorrect key: sk-hush.", "Bearer sk-hush", "sk-hushsk-hush", "a sk-\nhush b", "s k - h u s h",
            "sk-\u{200B}hush", String(repeating: "x", count: 195) + "sk-hush",
        ])
    func hides(words: String) {
        let quoted = quoting.quoted(words)
        #expect(!quoted.contains("hush") && !quoted.contains("h u s h") && quoted.count <= 200)
    }

    @Test("a secret of one letter hides as well")
    func short() {
        #expect(!Quoting(hiding: [Secret("e")]).quoted("the key is e").contains("e"))
    }

    @Test("one line, no control characters, bounded")
    func bounded() {
        #expect(quoting.quoted(" a\r\n\u{1B}[31mb\t\tc ") == "a [31mb c")
        #expect(quoting.quoted(String(repeating: "a", count: 999)).count == 200)
        #expect(Quoting().quoted("등대") == "등대")
    }
}
