import Domain
import Testing

@Suite("Numbers without a sign")
struct DecimalDigitsTests {
    @Test("only ASCII digits that fit are a number") func digits() {
        #expect(UInt16(digits: "080") == 80)
        #expect(Int(digits: "0"[...]) == 0)
        for text in ["", "+80", "-80", " 80", "80 ", "8_0", "٨", "65536"] { #expect(UInt16(digits: text) == nil) }
    }

    @Test("a sign makes no size, date, rate, address or port") func signs() {
        #expect(PictureSize(text: "+800x+600") == nil)
        #expect(LocalDay(text: "+026-01-02") == nil)
        #expect(RateLimit(text: "+60/min") == nil)
        #expect(WebAddress("http://host:+80/") == nil)
        #expect(HTTPProxy("http://proxy:+80") == nil)
        #expect(IPAddress("::ffff:+127.0.0.1") == nil)
        #expect(!LoopbackHost.isNamed("+127.0.0.1"))
    }
}
