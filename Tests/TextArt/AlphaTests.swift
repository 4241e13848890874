import Domain
import Testing

@testable import TextArt

@Suite("Transparency")
struct AlphaTests {
    private let green = RGB(red: 0, green: 128, blue: 0)

    @Test("transparent pixels are the background, whatever their colour")
    func hidden() {
        var picture = Picture.random(10, 10, seed: 7)
        for index in picture.pixels.indices { picture.pixels[index].alpha = 0 }
        picture.hasAlpha = true
        #expect(Set(colors(picture, over: green)) == [green])
    }

    @Test("transparent cells are unpainted over the medium's background and painted over another")
    func unpainted() {
        var picture = Picture(80, 40) { x, y in .grey(200, alpha: x == 0 && y == 0 ? 1 : x < 40 ? 0 : 255) }
        picture.hasAlpha = true
        for (options, isInverted) in [(RGB(.black), false), (RGB(.white), true)] {
            let options = ArtOptions(columns: 10, charset: .ascii, invert: isInverted, background: options)
            let cells = picture.art(options, color: .full).cells
            let hidden = cells.indices.filter { $0 % 10 < 5 && $0 > 0 }
            #expect(hidden.allSatisfy { cells[$0] == ArtCell(" ") })
            #expect(cells.indices.allSatisfy { hidden.contains($0) || cells[$0].background != nil })
            #expect(picture.art(options).lines.allSatisfy { $0.hasPrefix("     ") })
        }
        let painted = picture.art(ArtOptions(columns: 10, charset: .ascii, background: green), color: .full).cells
        #expect(painted.allSatisfy { $0.background != nil } && painted[14].background == green)
    }

    @Test("a rotated picture leaves the right cells unpainted")
    func turned() {
        var picture = Picture(40, 80) { _, y in .grey(200, alpha: y < 40 ? 0 : 255) }
        picture.hasAlpha = true
        picture.orientation = .right
        let cells = picture.art(ArtOptions(columns: 10, charset: .ascii), color: .full).cells
        #expect(cells.indices.allSatisfy { (cells[$0].background == nil) == ($0 % 10 >= 5) })
    }

    @Test("half transparent white over black is half the light; over white it is white")
    func mixed() {
        var picture = Picture(10, 10) { _, _ in .grey(255, alpha: 51) }
        picture.hasAlpha = true
        #expect(Set(colors(picture, over: .black)) == [Light(red: 0.2, green: 0.2, blue: 0.2).color])
        #expect(Set(colors(picture, over: RGB(.white))) == [RGB(.white)])
    }

    @Test("a hidden neighbour's colour doesn't bleed into a visible one")
    func bleeding() {
        var picture = Picture(20, 20) { x, _ in
            x.isMultiple(of: 2) ? RGBA(red: 255, green: 0, blue: 0, alpha: 0) : .white
        }
        picture.hasAlpha = true
        let half = Light(red: 0.5, green: 0.5, blue: 0.5).color
        #expect(Set(colors(picture, over: .black)) == [half])
    }

    @Test("an opaque picture is the same with and without an alpha channel", arguments: [UInt64(1), 2])
    func opaque(seed: UInt64) {
        let plain = Picture.random(23, 17, seed: seed)
        var alpha = plain
        alpha.hasAlpha = true
        let (one, other) = (colors(plain, over: green), colors(alpha, over: green))
        #expect(one == other)
    }

    @Test("the alpha of a picture without an alpha channel is ignored")
    func undeclared() {
        let picture = Picture(10, 10) { _, _ in .grey(255, alpha: 0) }
        #expect(Set(colors(picture, over: green)) == [RGB(.white)])
    }

    @Test("characters show the background's tone too")
    func characters() {
        var picture = Picture(10, 10) { x, _ in .grey(255, alpha: x < 5 ? 255 : 0) }
        picture.hasAlpha = true
        #expect(Set(picture.art(ArtOptions(columns: 10, charset: .blocks)).lines) == ["█████     "])
        let over = ArtOptions(columns: 10, charset: .blocks, background: RGB(.white))
        #expect(Set(picture.art(over).lines) == ["██████████"])
    }

    private func colors(_ picture: Picture, over background: RGB) -> [RGB] {
        let options = ArtOptions(columns: 10, charset: .half, background: background)
        return picture.art(options, color: .full).cells.flatMap { [$0.foreground, $0.background].compactMap { $0 } }
    }
}
