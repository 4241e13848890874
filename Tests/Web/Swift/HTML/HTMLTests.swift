import Testing

@testable import Web

@Suite("HTML")
struct HTMLTests {
    @Test(
        "Foreign text can't become markup",
        arguments: [
            ("<script>", "&lt;script&gt;"), ("\" onload='x'", "&quot; onload=&#39;x&#39;"), ("a & b", "a &amp; b"),
            ("\u{1B}[31m", "\u{FFFD}[31m"), ("\u{9B}31m", "\u{FFFD}31m"), ("a\nb\tc", "a\nb\tc"),
            ("\u{7F}", "\u{FFFD}"),
            ("한국어 \u{202E}🙂", "한국어 \u{202E}🙂"),
        ])
    func escapes(text: String, wanted: String) {
        let html: HTML = "<p title=\"\(text)\">\(text)</p>"
        #expect(html.text == "<p title=\"\(wanted)\">\(wanted)</p>")
    }

    @Test("Pieces stay markup, lists are joined, and absent attributes leave nothing")
    func pieces() {
        let items = ["a", "<b>"].map { item -> HTML in "<li>\(item)</li>" }
        let none: String? = nil
        let html: HTML = "<ul\("id", "x")\("title", none)\("hidden", if: true)\("open", if: false)>\(items)\(3)</ul>"
        #expect(html.text == "<ul id=\"x\" hidden><li>a</li><li>&lt;b&gt;</li>3</ul>")
    }

    @Test("JSON can't end its script element")
    func data() {
        #expect(HTML.data(Array(#"{"a":"</script><!--"}"#.utf8)).text == #"{"a":"\u003c/script>\u003c!--"}"#)
    }
}
