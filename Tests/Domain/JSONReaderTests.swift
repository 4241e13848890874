import Domain
import Testing

@Suite("JSON reader")
struct JSONReaderTests {
    private func read(_ text: String) throws -> FieldValue { try JSONReader.read(Array(text.utf8)) }

    private func problem(_ text: String) -> FieldFailure? {
        do throws(FieldFailure) { _ = try JSONReader.read(Array(text.utf8)) } catch { return error }
        return nil
    }

    @Test("Every kind of value is read with its line and column") func kinds() throws {
        let tree = try read("{\"a\": 1,\n \"b\": [true, false, 2.5e1, -0], \"c\": {\"d\": \"x\"}, \"e\": null}")
        #expect(tree["a"]?.value.content == .integer(1))
        #expect(tree["b"]?.line == 2 && tree["b"]?.column == 2)
        guard case .list(let values) = tree["b"]?.value.content else { throw Missing() }
        #expect(values.map(\.content) == [.flag(true), .flag(false), .number(25), .integer(0)])
        #expect(tree["c"]?.value["d"]?.value.content == .text("x"))
        #expect(tree["e"]?.value.content == .other("null"))
    }

    @Test("Escapes and characters outside the Basic Multilingual Plane are read") func texts() throws {
        #expect(try read(#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDC08 고양이""#).content == .text("\"\\/\u{8}\u{C}\n\r\té🐈 고양이"))
    }

    @Test("Integers beyond 64 bits become floating-point numbers") func large() throws {
        #expect(try read("9223372036854775807").content == .integer(.max))
        #expect(try read("9223372036854775808").content == .number(9_223_372_036_854_775_808))
    }

    @Test(
        "Input that RFC 8259 does not allow is rejected",
        arguments: [
            "", " ", "{", "[", "[1,]", "{\"a\":1,}", "{a:1}", "{\"a\" 1}", "[1 2]", "01", "1.", ".5", "+1", "-", "1e",
            "1e+",
            "1e999", "NaN", "tru", "nul", "\"a", "\"\\x\"", "\"\\u12\"", "\"\\uD83D\"", "\"\\uDC08\"",
            "\"\\uD83D\\u0041\"",
            "\"\n\"", "1 1", "{} x", "'a'", "[1]]", "\u{FEFF}1",
        ])
    func refused(text: String) {
        guard case .syntax = problem(text)?.problem else {
            Issue.record("\(text) was read")
            return
        }
    }

    @Test("A duplicate key is reported with its line") func duplicate() {
        let failure = problem("{\"a\": 1,\n\"a\": 2}")
        #expect(failure?.problem == .duplicate && failure?.key == "a" && failure?.line == 2)
    }

    @Test("The nesting depth is limited") func depth() {
        #expect(problem(String(repeating: "[", count: 31) + String(repeating: "]", count: 31)) == nil)
        #expect(problem(String(repeating: "[", count: 100_000))?.problem == .syntax("nested deeper than 32 levels"))
    }

    @Test("Invalid UTF-8 is rejected") func encoding() {
        #expect(throws: FieldFailure.self) { try JSONReader.read([0x22, 0xFF, 0x22]) }
    }

    private struct Missing: Error {}
}
