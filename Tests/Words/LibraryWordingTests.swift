import Domain
import Testing
import Words

@Suite("Wording of mistakes in searches")
struct LibraryWordingTests {
    private static let texts = [
        String(repeating: "a", count: 1001), String(repeating: "a ", count: 65), "\"cat", "(cat", "((cat))", "(cat|)",
        "(black cat)", "a|b", "*cat", "--cat", "(tag:a)", "cat\\", "cat(a)", "…", "tga:sea", "zzz:sea", "tag:",
        "is:red", "sort:newset", "seed:x", "made:x", "columns:5..1", "sort:rank sort:rank", "-sort:rank",
    ]

    @Test("every mistake has a distinct sentence in both languages and a stable code", arguments: Language.allCases)
    func all(_ language: Language) {
        let problems = Self.texts.compactMap { text -> LibraryQueryProblem? in
            do throws(LibraryQueryProblem) { _ = try LibraryQuery(text: text) } catch { return error }
            return nil
        }
        #expect(problems.count == Self.texts.count)
        let sentences = problems.map { Wording(language).sentence($0) }
        #expect(Set(sentences).count == sentences.count)
        for sentence in sentences {
            #expect(sentence.hasSuffix(".") && !sentence.contains("  ") && sentence.count > 12, "\(sentence)")
            let isKorean = sentence.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }
            #expect(isKorean == (language == .korean), "\(sentence)")
        }
        #expect(
            Set(problems.map(\.code)) == ["search_syntax", "search_unknown_key", "search_value", "search_too_large"])
    }

    @Test("the sentence about an unknown key suggests the nearest one, and text of others is made printable")
    func unknown() {
        func sentence(_ text: String) -> String? {
            do throws(LibraryQueryProblem) { _ = try LibraryQuery(text: text) } catch {
                return Wording(.english).sentence(error)
            }
            return nil
        }
        #expect(
            sentence("tga:sea")
                == "\"tga:\" is not a key. Did you mean tag:? To search for the text itself, put it in quotation marks."
        )
        #expect(sentence("a\u{1B}[2Jb:c")?.contains("\u{1B}") == false)
        #expect(sentence("seed:\u{1B}x")?.contains("\u{1B}") == false)
        #expect(sentence("is:red")?.hasSuffix("Use one of: favourite, untagged, autotagged, trashed.") == true)
    }
}
