import Domain
import Testing

@Suite("Output names")
struct OutputNameTests {
    @Test("An output is named after its drop without the extension, in Unicode NFC")
    func composed() {
        #expect(OutputName.stem(of: FileName("cat.png")) == "cat")
        #expect(OutputName.stem(of: FileName("a.tar.gz")) == "a.tar")
        let decomposed = OutputName.stem(of: FileName("e\u{301}te\u{301}.png"))
        #expect(Array(decomposed.utf8) == Array("\u{E9}t\u{E9}".utf8))
        let jamo = OutputName.stem(of: FileName("\u{1112}\u{1161}\u{11AB}.txt"))
        #expect(Array(jamo.utf8) == Array("\u{D55C}".utf8))
    }

    @Test("Characters that other systems forbid and invalid UTF-8 become underscores")
    func forbidden() {
        #expect(OutputName.stem(of: FileName("a<b>c:d\"e|f?g*h\\i.png")) == "a_b_c_d_e_f_g_h_i")
        #expect(OutputName.stem(of: FileName("a\u{1}b\nc\u{7F}.png")) == "a_b_c_")
        #expect(OutputName.stem(of: FileName(bytes: [0x61, 0xFF, 0x62, 0x2E, 0x70])) == "a_b")
    }

    @Test("No stem is hidden, empty, or ends in a dot or a space")
    func edges() {
        #expect(OutputName.stem(of: FileName(".profile")) == "profile")
        #expect(OutputName.stem(of: FileName("... .png")) == "untitled")
        #expect(OutputName.stem(of: FileName("a . .png")) == "a")
        #expect(OutputName.stem(of: FileName("  a.png")) == "a")
    }

    @Test("A long stem is cut between characters, and trailing spaces at the cut are removed")
    func long() {
        let stem = OutputName.stem(of: FileName(String(repeating: "한", count: 80) + ".png"))
        #expect(stem == String(repeating: "한", count: 60))
        let family = "👩‍👩‍👧‍👦"
        let families = OutputName.stem(of: FileName(String(repeating: family, count: 9) + ".png"))
        #expect(families == String(repeating: family, count: OutputName.longest / family.utf8.count))
        let spaced = String(repeating: "a", count: OutputName.longest - 1) + " b.png"
        #expect(OutputName.stem(of: FileName(spaced)).utf8.count == OutputName.longest - 1)
    }

    @Test("A number goes between the stem and the extension")
    func numbers() {
        #expect(OutputName.numbered("cat", 1) == "cat" && OutputName.numbered("cat", 2) == "cat (2)")
        #expect(OutputName.numbered(FileName("a.b.art.png"), 1, ending: 8) == FileName("a.b.art.png"))
        #expect(OutputName.numbered(FileName("a.b.art.png"), 3, ending: 8) == FileName("a.b (3).art.png"))
    }

    @Test(
        "A name with folders keeps them, each cleaned separately",
        arguments: [
            ("x.png", "x"), ("a.b/c/x.y.png", "a.b/c/x.y"), ("../.x/.png", "untitled/x/png"), ("a:/ b /x", "a_/b/x"),
        ])
    func ways(name: String, path: String) {
        #expect(OutputName.path(of: FileName(name)) == path)
    }

    @Test("An extension belongs to the file name and never to a folder in its path")
    func endings() {
        for (name, stem, ending) in [
            ("a.b/c", "a.b/c", ""), ("a/.c", "a/.c", ""), ("a.b/c.PNG", "a.b/c", "png"), ("a/b.c.d", "a/b.c", "d"),
        ] {
            #expect(FileName(name).stem == FileName(stem) && FileName(name).ending == ending)
        }
    }

    @Test("A relative path is split and joined")
    func parts() {
        let name = FileName("a/b/x.png")
        #expect(name.last == FileName("x.png") && name.parent == FileName("a/b"))
        #expect(name.components == ["a", "b", "x.png"].map { FileName($0) })
        let root = FolderPath("/r")
        #expect(name.holder(in: root) == root.appending("a/b") && FileName("x").holder(in: root) == root)
        #expect(FileName("x").last == FileName("x") && FileName("x").parent == nil)
        #expect(FileName("a").appending(FileName("b")) == FileName("a/b"))
        #expect(name.isBelow(FileName("a")) && name.isBelow(FileName("a/b")))
        #expect(!name.isBelow(FileName("a/b/x")) && !name.isBelow(name) && !name.isBelow(FileName("b")))
    }
}
