import Domain
import Testing

@testable import TextArt

@Suite("Tone")
struct ToneTests {
    @Test(
        "black takes a set's emptiest character and white its fullest, as measured",
        arguments: [
            (Charset.basic, " ", "@"), (.extended, " ", "M"), (.blocks, " ", "█"), (.minimal, " ", "#"),
            (.digits, " ", "8"), (.half, " ", "█"),
        ])
    func extremes(charset: Charset, empty: String, full: String) {
        #expect(character(of: 0, charset) == empty)
        #expect(character(of: 255, charset) == full)
        #expect(character(of: 0, charset, invert: true) == full)
        #expect(character(of: 255, charset, invert: true) == empty)
    }

    @Test("a set's order is that of its ink, and it has each of its characters once", arguments: Charset.allCases)
    func order(charset: Charset) {
        let palette = Palette(ArtOptions(charset: charset))
        let scalars = palette.narrow.map(\.glyph.scalar)
        #expect(Set(scalars) == Set(charset.characters.unicodeScalars))
        #expect(scalars.count == charset.characters.unicodeScalars.count)
        #expect(palette.narrow.map(\.coverage) == palette.narrow.map(\.coverage).sorted())
        #expect(palette.wide.isEmpty && palette.warnings.isEmpty)
    }

    @Test("a rising ramp never loses ink, an inverted one never gains any", arguments: Charset.allCases)
    func monotone(charset: Charset) {
        guard charset != .half, charset.shapes == nil else { return }
        let ramp = Picture(256, 8) { x, _ in .grey(UInt8(x)) }
        for contrast in [0.5, 1, 2] {
            var options = ArtOptions(columns: 64, charset: charset, contrast: contrast)
            let inks = coverage(of: ramp.art(options))
            #expect(inks == inks.sorted())
            #expect(inks.first == 0 || contrast < 1)
            options.invert = true
            let inverted = coverage(of: ramp.art(options))
            #expect(inverted == inverted.sorted(by: >))
        }
    }

    @Test("dark ink on paper is light ink in the dark of the opposite light")
    func mirror() {
        let (light, dark) = (
            ToneScale(range: 0.1...0.7, isInverted: false), ToneScale(range: 0.1...0.7, isInverted: true)
        )
        for step in 0...64 {
            let luminance = Double(step) / 64
            #expect(light.coverage(for: luminance) == dark.coverage(for: 1 - luminance))
        }
        #expect(light.coverage(for: -1) == light.coverage(for: 0) && light.coverage(for: 2) == light.coverage(for: 1))
        let basic = ArtOptions(columns: 10, charset: .basic)
        let inverted = ArtOptions(columns: 10, charset: .basic, invert: true)
        let checks = Picture(20, 20) { x, y in (x / 2 + y / 4).isMultiple(of: 2) ? .white : .black }
        let opposite = Picture(20, 20) { x, y in (x / 2 + y / 4).isMultiple(of: 2) ? .black : .white }
        #expect(
            checks.art(basic).lines == opposite.art(inverted).lines)
    }

    @Test("no contrast is mid-grey everywhere; double contrast drives the outer quarters to black and white")
    func contrast() {
        let ramp = Picture(256, 8) { x, _ in .grey(UInt8(x)) }
        let flat = ramp.art(ArtOptions(columns: 32, charset: .basic, contrast: 0))
        #expect(Set(flat.cells.map(\.scalar)) == [":"])
        let flatColor = ramp.art(ArtOptions(columns: 32, characters: "██", contrast: 0), color: .full)
        #expect(Set(flatColor.cells.map(\.foreground)) == [RGB(red: 128, green: 128, blue: 128)])
        let hard = ramp.art(ArtOptions(columns: 32, charset: .basic, contrast: 2)).lines[0]
        #expect(hard.hasPrefix("        ") && hard.hasSuffix("@@@@@@@@"))
    }

    @Test("without colours the ink of a smooth ramp has the ramp's light, at the exposure of the most ink")
    func plainMean() {
        for charset in [Charset.basic, .extended, .blocks] {
            let ramp = Picture(512, 16) { x, _ in .grey(UInt8(x / 2)) }
            let inks = coverage(of: ramp.art(ArtOptions(columns: 256, charset: charset)))
            let light = LinearLight.ofCode.reduce(0) { $0 + Double($1) } / 256 / LinearLight.full
            let mean = inks.reduce(0, +) / Double(inks.count) / Palette(ArtOptions(charset: charset)).range.upperBound
            #expect(abs(mean / light - 1) < 0.05, "\(charset)")
        }
    }

    @Test("with colours coverage times ink is each cell's own light, also where it is dark", arguments: [false, true])
    func colorMean(isInverted: Bool) {
        for charset in [Charset.basic, .extended, .blocks, .minimal, .digits] {
            for gain in [1, 8] {
                var dice = SplitMix64(seed: 5)
                let picture = Picture(16, 32) { _, _ in
                    let codes = (0..<3).map { _ in UInt8(Int.random(in: 0...255, using: &dice) / gain) }
                    return RGBA(red: codes[0], green: codes[1], blue: codes[2])
                }
                let options = ArtOptions(columns: 16, charset: charset, invert: isInverted)
                expectExact(picture, options)
            }
        }
    }

    private func expectExact(_ picture: Picture, _ options: ArtOptions) {
        let paper = options.invert ? 1.0 : 0
        let exposure = Palette(options).range.upperBound
        for (cell, pixels) in zip(picture.art(options, color: .full).cells, twoByTwo(picture)) {
            let share = cell.scalar.flatMap { Glyph($0) }?.coverage ?? 0
            let ink = cell.foreground.map { Light($0) } ?? Light(red: paper, green: paper, blue: paper)
            for channel in [\Light.red, \.green, \.blue] {
                let shown = paper + (ink[keyPath: channel] - paper) * share
                let wanted = paper + (pixels[keyPath: channel] - paper) * exposure
                #expect(abs(shown - wanted) < 0.005, "\(options.charset) \(pixels)")
            }
        }
    }

    /// The light of each pair of pixels, one above the other: sixteen columns of cells twice as tall as wide.
    private func twoByTwo(_ picture: Picture) -> [Light] {
        stride(from: 0, to: picture.height, by: 2).flatMap { y in
            (0..<picture.width).map { x in
                Light(meanOf: [picture.row(y)[x], picture.row(y + 1)[x]].map { Light(RGB($0)) }[...])
            }
        }
    }

    private func character(of code: UInt8, _ charset: Charset, invert: Bool = false) -> String {
        let art = Picture(10, 2) { _, _ in .grey(code) }.art(ArtOptions(columns: 10, charset: charset, invert: invert))
        let all = Set(art.cells.map(\.scalar))
        return all.count == 1 ? all.first.flatMap { $0 }.map(String.init) ?? "" : "\(all)"
    }

    private func coverage(of grid: ArtGrid) -> [Double] {
        grid.row(0).map { $0.scalar.flatMap { Glyph($0) }?.coverage ?? -1 }
    }
}

extension RGB {
    init(_ pixel: RGBA) { self.init(red: pixel.red, green: pixel.green, blue: pixel.blue) }
}
