@testable import BackendKinds
import Testing

@Suite("Lines of a plugin")
struct LineSplitterTests {
    private func lines(_ parts: [String], longest: Int = 8) -> [String] {
        var splitter = LineSplitter(longest: longest)
        return parts.flatMap { splitter.cut(Array($0.utf8)) }.map { line in
            switch line {
            case .whole(let bytes): String(decoding: bytes, as: UTF8.self)
            case .tooLong(let head): "<" + String(decoding: head, as: UTF8.self)
            }
        }
    }

    @Test("lines are assembled from any pieces")
    func pieces() {
        #expect(lines(["one\ntwo\n"]) == ["one", "two"])
        #expect(lines(["o", "ne", "\n", "\nt", "wo"]) == ["one", ""])
        #expect(lines(["12345678\n"]) == ["12345678"])
    }

    @Test("an overlong line is reported once, immediately, and the next line is read")
    func long() {
        #expect(lines(["123456789"]) == ["<12345678"])
        #expect(lines(["12345", "6789", "abc", "def\nnext\n"]) == ["<12345678", "next"])
    }
}
