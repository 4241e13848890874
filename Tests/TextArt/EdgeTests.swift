import Domain
import Testing

@testable import TextArt

@Suite("Edges")
struct EdgeTests {
    /// Light on one side of a line through the centre, dark on the other.
    private func half(_ isLight: @escaping (_ x: Int, _ y: Int) -> Bool) -> Picture {
        Picture(128, 128) { x, y in isLight(x, y) ? .grey(200) : .grey(40) }
    }

    private func strokes(_ picture: Picture, _ charset: Charset = .ascii) -> [Unicode.Scalar?] {
        var sampler = GridSampler(
            width: 128, height: 128, across: 128, down: 128, hasAlpha: false, background: .black)
        for y in 0..<128 { sampler.take(row: picture.row(y).span) }
        return EdgeStrokes(ArtOptions(charset: charset)).map { EdgeField(sampler.grid(.up)).scalars($0) } ?? []
    }

    private func all(_ strokes: [Unicode.Scalar?]) -> Set<Unicode.Scalar> { Set(strokes.compactMap(\.self)) }

    @Test("edge characters follow the edge, and appear only there")
    func directions() {
        #expect(all(strokes(half { x, _ in x < 60 })) == ["|"])
        #expect(all(strokes(half { x, y in 2 * x < y })) == ["\\"])
        #expect(all(strokes(half { x, y in 2 * x + y < 128 })) == ["/"])
        let upright = strokes(half { x, _ in x < 60 })
        for row in 0..<8 { #expect(upright[row * 16..<row * 16 + 16].count { $0 != nil } == 1) }
        #expect(upright[7] == "|")
    }

    @Test("horizontal edges have a character at their height", arguments: [(66, "\""), (72, "-"), (78, "_")])
    func heights(edge: Int, scalar: String) {
        #expect(all(strokes(half { _, y in y < edge })) == Set(scalar.unicodeScalars))
    }

    @Test("box-drawing sets have line characters, other sets none")
    func sets() {
        #expect(all(strokes(half { x, _ in x < 60 }, .box)) == ["│"])
        #expect(all(strokes(half { _, y in y < 72 }, .box)) == ["─"])
        for charset in Charset.allCases where ![.auto, .ascii, .latin, .box].contains(charset) {
            #expect(EdgeStrokes(ArtOptions(charset: charset)) == nil)
            let picture = half { x, _ in x < 60 }
            #expect(
                picture.art(ArtOptions(columns: 16, charset: charset, edges: true))
                    == picture.art(ArtOptions(columns: 16, charset: charset)))
        }
    }

    @Test("flat areas, gradients and grain have no edges")
    func none() {
        #expect(all(strokes(Picture(128, 128) { _, _ in .grey(90) })).isEmpty)
        #expect(all(strokes(Picture(128, 128) { x, y in .grey(UInt8(x + y)) })).isEmpty)
        #expect(strokes(.random(128, 128, seed: 5)).count { $0 != nil } < 8)
    }

    @Test(
        "edges appear in art without colours in each look; coloured art is unchanged", arguments: Look.allCases)
    func art(look: Look) {
        let picture = half { x, _ in x < 60 }
        let plain = ArtOptions(columns: 16, look: look)
        let drawn = ArtOptions(columns: 16, look: look, edges: true)
        let art = picture.art(drawn)
        let edge = stride(from: 7, to: art.cells.count, by: 16).map { art.cells[$0].scalar }
        #expect(Set(edge) == ["|"] && art != picture.art(plain))
        #expect(picture.art(drawn, color: .full) == picture.art(plain, color: .full))
    }
}
