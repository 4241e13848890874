import Domain
import PlatformTOML
import Testing

@Suite("TOML")
struct TOMLTests {
    private func failure(_ text: String) -> FieldFailure? {
        do throws(FieldFailure) {
            _ = try TOML.read(text.utf8, file: "a.toml")
            return nil
        } catch {
            return error
        }
    }

    @Test("every type of value is read with line and column, in file order")
    func kinds() throws {
        let text = "z = 'é'\ni = -7\nn = 1.5\nf = true\nl = [1, 2]\nd = 2026-01-01\n[t]\n  a = 1\n"
        let tree = try TOML.read(text.utf8)
        #expect(tree.entries?.map(\.name) == ["z", "i", "n", "f", "l", "d", "t"])
        #expect(tree["z"]?.value.content == .text("é"))
        #expect(tree["i"]?.value == FieldValue(.integer(-7), line: 2, column: 5))
        #expect(tree["n"]?.value.content == .number(1.5) && tree["f"]?.value.content == .flag(true))
        #expect(tree["d"]?.value.content == .other("date"))
        let inner = tree["t"]?.value["a"]
        #expect(inner?.line == 8 && inner?.column == 3 && inner?.value.column == 7)
    }

    @Test("a duplicate key is an error with its line")
    func duplicate() {
        #expect(failure("a = 1\nb = 2\na = 3\n")?.line == 3)
    }

    @Test("invalid UTF-8 is an error with its position")
    func notUTF8() {
        let bytes: [UInt8] = Array("a = 1\nb = '".utf8) + [0xFF]
        let expected = FieldFailure(key: "", problem: .syntax("not UTF-8 text"), file: "x", line: 2, column: 6)
        #expect(throws: expected) { try TOML.read(bytes, file: "x") }
    }

    @Test("excessively nested keys are rejected without a stack overflow")
    func deep() {
        let text = String(repeating: "a.", count: 100_000) + "a = 1"
        #expect(failure(text) != nil)
    }

    @Test(
        "a header that is none is an error and ends no program",
        arguments: ["[[[bad", "[[[1]]]", "[[=", "[[", "[a.", "[[]]", "[tų]", "tų = 1"])
    func header(_ text: String) {
        #expect(failure(text)?.line == 1, "\(String(describing: failure(text)))")
    }

    @Test("an empty text is an empty table, and line numbers can have an offset")
    func empty() throws {
        #expect(try TOML.read([]).entries == [])
        #expect(try TOML.read("a = 1".utf8, firstLine: 2)["a"]?.line == 2)
    }

    @Test("a table in braces is known, and every part knows its file")
    func parts() throws {
        let tree = try TOML.read("a = { b = { c = 1 } }\nd.e = 1\n[f]\ng = [{ h = 1 }]\n[[i]]\n".utf8, document: 3)
        #expect(tree["a"]?.value.isInline == true && tree["a"]?.value["b"]?.value.isInline == true)
        #expect(tree["d"]?.value.isInline == false && tree["f"]?.value.isInline == false && !tree.isInline)
        let inner = try tree["f"]?.value["g"]?.value.list().first
        #expect(inner?.isInline == true && inner?.document == 3 && inner?["h"]?.document == 3)
        #expect(try tree["i"]?.value.list().first?.isInline == false)
    }
}
