import Domain
import Testing

@Suite("Palette")
struct PaletteTests {
    private func problem(_ name: String, _ text: String) -> FieldFailure.Problem? {
        var art = ArtOptions()
        let entry = FieldEntry(name: name, value: FieldValue(.text(text)))
        let failures = FieldTable.art.apply(FieldValue(.table([entry])), to: &art)
        if !failures.isEmpty { #expect(art == ArtOptions()) }
        return failures.first?.problem
    }

    @Test("A palette is a name or a list of colours, and its text is in canonical form")
    func read() throws {
        var art = ArtOptions()
        try FieldTable.art.apply(word: "palette", "Solarized", to: &art)
        #expect(art.palette == .named(.solarized))
        try FieldTable.art.apply(word: "palette", "#000, #FF8800,white", to: &art)
        #expect(art.palette == .colors([.black, RGB(red: 255, green: 136, blue: 0), .white]))
        #expect(art.palette?.text == "#000000,#ff8800,#ffffff")
        try FieldTable.art.apply(word: "dither", "blue-noise", to: &art)
        #expect(art.dither == .blueNoise)
    }

    @Test("An invalid palette or dither is rejected with the valid choices")
    func wrong() {
        let names = PaletteName.allCases.map(\.rawValue)
        #expect(problem("palette", "xtrem") == .notOneOf(got: "xtrem", choices: names, nearest: "xterm"))
        #expect(problem("palette", "") == .notOneOf(got: "", choices: names, nearest: nil))
        #expect(problem("palette", "#000") == .outOfRange(got: "1 colour", range: "2–256 colours"))
        let many = [String](repeating: "#123456", count: 257).joined(separator: ",")
        #expect(problem("palette", many) == .outOfRange(got: "257 colours", range: "2–256 colours"))
        #expect(problem("palette", "#000,,#fff") == .malformed(got: "#000,,#fff", example: "#000000,#ff8800,#ffffff"))
        #expect(problem("palette", "#000,red") == .malformed(got: "#000,red", example: "#000000,#ff8800,#ffffff"))
        let dithers = Dither.allCases.map(\.rawValue)
        #expect(problem("dither", "blue") == .notOneOf(got: "blue", choices: dithers, nearest: nil))
        #expect(problem("dither", "bayr") == .notOneOf(got: "bayr", choices: dithers, nearest: "bayer"))
    }
}
