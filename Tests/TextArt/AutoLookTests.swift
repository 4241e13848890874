import Domain
import Testing

@testable import TextArt

@Suite("The automatic look")
struct AutoLookTests {
    private static let drawing = Picture(160, 160) { x, y in
        let far = (x - 80) * (x - 80) + (y - 80) * (y - 80)
        let isRing = (3_600...4_096).contains(far) || (900...1_156).contains(far)
        let isLine = abs(x - y) < 3 || (20..<24).contains(y)
        return isRing || isLine ? .black : .white
    }
    private static let logo = Picture(200, 120) { x, y in
        let isBar: Bool = (20..<50).contains(x) || ((20..<180).contains(x) && (85..<105).contains(y))
        let far = (x - 125) * (x - 125) + (y - 45) * (y - 45)
        let isRing: Bool = (225...1_024).contains(far)
        return (isBar && (15..<105).contains(y)) || isRing ? .white : .black
    }
    private static let portrait = Picture(160, 200) { x, y in
        let across = Double(x - 80) / 55
        let down = Double(y - 90) / 75
        let face = max(0, 1 - across * across - down * down).squareRoot()
        let eyes = eye(x - 58, y - 75) + eye(x - 102, y - 75)
        let light: Double = (70 + 130 * face - 90 * eyes) * (1 - Double(x) / 260)
        return .grey(UInt8(min(max(light, 0), 255)))
    }

    private static func eye(_ x: Int, _ y: Int) -> Double { max(0, 1 - Double(x * x + 3 * y * y) / 150) }

    private static let sets: [Charset] = [.braille, .quad, .octant]

    private func look(_ picture: Picture, _ charset: Charset, columns: Int = 40) -> Look? {
        let art = { (look: Look) in picture.art(ArtOptions(columns: columns, charset: charset, look: look)) }
        let (auto, tone, sharp) = (art(.auto), art(.tone), art(.sharp))
        guard tone != sharp else { return nil }
        return auto == tone ? .tone : auto == sharp ? .sharp : nil
    }

    /// For two-tone pictures the faithful look is equally clear if white is full; it may win by its softer edges.
    @Test("a logo gets the sharp look with fine mosaics", arguments: [Charset.braille, .octant])
    func sharp(charset: Charset) {
        #expect(look(Self.logo, charset) == .sharp)
    }

    @Test("letters show a logo by its tones, and thin lines sharply: their tones would fade")
    func lines() {
        #expect(look(Self.drawing, .ascii) == .sharp)
        #expect(look(Self.logo, .ascii) == .tone)
        let choice = Self.drawing.chosen(ArtOptions(columns: 40, charset: .ascii)).look
        #expect(choice?.reason == .tones && (choice?.ratings).map { $0.sharp > $0.tone } == true)
    }

    @Test("without detail, asked for or not, art is faithful: even areas may have any texture")
    func faithful() {
        let even = Picture(160, 160) { _, _ in .grey(120) }
        let art = { (detail: Double?) in
            even.art(ArtOptions(columns: 24, charset: .ascii, look: .tone, detail: detail)).lines[4]
        }
        let line = Array(art(0))
        #expect(line.indices.dropFirst(3).contains { line[$0] == line[$0 - 2] && line[$0 - 1] == line[$0 - 3] })
        let calm = Array(art(nil))
        #expect(!calm.indices.dropFirst(3).contains { calm[$0] == calm[$0 - 2] && calm[$0 - 1] == calm[$0 - 3] })
    }

    /// Half blocks are too coarse for dots to mix into tones.
    @Test("soft tones get the tone look", arguments: sets + [.ascii, .block])
    func tone(charset: Charset) {
        #expect(look(Self.portrait, charset) == .tone)
        let ramp = Picture(160, 80) { x, _ in .grey(UInt8(x * 255 / 159)) }
        #expect(look(ramp, charset) == .tone)
    }

    @Test("the choice is told, with the reason and both ratings")
    func told() {
        let letters = Self.portrait.chosen(ArtOptions(columns: 40, charset: .ascii))
        #expect(letters.columns == 40 && letters.rows > 0)
        #expect(letters.charset == "ascii" && letters.look == LookChoice(.tone, because: .letters))
        let asked = Self.portrait.chosen(ArtOptions(columns: 40, charset: .braille, look: .sharp))
        #expect(asked.look == LookChoice(.sharp, because: .asked))
        let dots = Self.logo.chosen(ArtOptions(columns: 40, charset: .braille)).look
        #expect(dots?.name == .sharp && dots?.reason == .contours)
        #expect((dots?.ratings).map { $0.sharp > $0.tone } == true)
        #expect(Self.logo.chosen(ArtOptions(columns: 40, charset: .block), color: .full).look == nil)
        #expect(Self.logo.chosen(ArtOptions(columns: 40, characters: "ab")).charset == nil)
    }

    @Test("an explicit look overrides the automatic one")
    func asked() {
        let options = ArtOptions(columns: 40, charset: .braille, look: .tone)
        #expect(Self.logo.art(options) != Self.logo.art(ArtOptions(columns: 40, charset: .braille)))
    }
}
