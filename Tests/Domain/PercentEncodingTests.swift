import Domain
import Testing

@Suite("Percent-encoding")
struct PercentEncodingTests {
    @Test("all bytes but the unreserved characters are encoded, and decoding restores the text")
    func encoding() {
        #expect(PercentEncoding.encoded("aZ09-._~") == "aZ09-._~")
        #expect(PercentEncoding.encoded("a b/c?&=+%") == "a%20b%2Fc%3F%26%3D%2B%25")
        #expect(PercentEncoding.encoded("a/b@c d", keeping: "/@") == "a/b@c%20d")
        #expect(PercentEncoding.encoded("그\u{0}") == "%EA%B7%B8%00")
        let all = String(String.UnicodeScalarView((0..<0x300).compactMap(Unicode.Scalar.init)))
        #expect(PercentEncoding.decoded(PercentEncoding.encoded(all).utf8) == all)
    }

    @Test("a plus sign is a space only where forms are read")
    func plus() {
        #expect(PercentEncoding.decoded("a+b%2B".utf8) == "a+b+")
        #expect(PercentEncoding.decoded("a+b%2B".utf8, plusIsSpace: true) == "a b+")
    }

    @Test(
        "incomplete escapes and bytes that are not UTF-8 are rejected",
        arguments: ["%", "a%2", "%zz", "%ff", "%c0%80"])
    func malformed(text: String) {
        #expect(PercentEncoding.decoded(text.utf8) == nil)
    }
}
