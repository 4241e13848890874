import Domain
import Testing

@testable import TextArt

@Suite("Tone")
struct ToneTests {
    private static let ramps: [Charset] = [.basic, .extended, .blocks, .digits, .ascii, .latin]

    @Test(
        "black is blank in every charset, and white has as much ink as the fullest characters",
        arguments: [Charset.basic, .extended, .blocks, .minimal, .digits, .half])
    func extremes(charset: Charset) {
        let inks = charset.shapes.compactMap { Symbol($0, .average)?.coverage }.sorted()
        let most = inks[inks.count - 1]
        #expect(ink(of: 0, charset) == 0 && ink(of: 255, charset, invert: true) == 0)
        #expect(ink(of: 255, charset) > 0.6 * most)
        #expect(ink(of: 0, charset, invert: true) > 0.6 * most)
    }

    @Test("a rising ramp gains ink throughout, an inverted one loses it", arguments: ramps, [Look.tone, .sharp])
    func monotone(charset: Charset, look: Look) {
        let ramp = Picture(256, 64) { x, _ in .grey(UInt8(x)) }
        for contrast in [0.5, 1] {
            var options = ArtOptions(columns: 64, charset: charset, look: look, contrast: contrast)
            let inks = inkByEighths(of: ramp.art(options))
            #expect(inks == inks.sorted(), "\(inks)")
            options.invert = true
            let inverted = inkByEighths(of: ramp.art(options))
            #expect(inverted == inverted.sorted(by: >), "\(inverted)")
        }
    }

    @Test("zero contrast is mid-grey everywhere; double contrast saturates the outer quarters")
    func contrast() {
        let ramp = Picture(256, 8) { x, _ in .grey(UInt8(x)) }
        let flatColor = ramp.art(ArtOptions(columns: 32, characters: "██", contrast: 0), color: .full)
        #expect(Set(flatColor.cells.map(\.background)) == [RGB(red: 128, green: 128, blue: 128)])
        let hard = ramp.art(ArtOptions(columns: 32, charset: .blocks, look: .tone, levels: .none, contrast: 2)).lines[0]
        #expect(hard.hasPrefix("        ") && hard.hasSuffix("████████"))
    }

    @Test("without colours a smooth ramp's ink has the ramp's light, scaled to the fullest ink")
    func plainMean() {
        for charset in [Charset.basic, .extended, .blocks] {
            let ramp = Picture(512, 64) { x, _ in .grey(UInt8(x / 2)) }
            let options = ArtOptions(columns: 256, charset: charset, look: .tone, levels: .none)
            let inks = lightByEighths(of: ramp.art(options))
            let light = LinearLight.ofCode.reduce(0) { $0 + Double($1) } / 256 / LinearLight.full
            let table = ToneTable(charset.shapes, metric: .tone, isInverted: false)
            let mean = inks.reduce(0, +) / 8 / Double(table.top)
            #expect(abs(mean / light - 1) < 0.25, "\(charset) \(mean / light)")
        }
    }

    @Test(
        "white is as light as a mosaic's fullest pattern", arguments: [Charset.braille, .octant, .block, .sextant])
    func whiteOfMosaics(charset: Charset) {
        let full = charset.shapes.compactMap { Symbol($0, .average)?.coverage }.max()
        #expect(ink(of: 255, charset) == full)
    }

    @Test("a single full character above many others is used only for lighter areas")
    func lonely() {
        let letters = (0x61...0x7A).map { Unicode.Scalar(UInt8($0)) } + (0x41...0x5A).map { Unicode.Scalar(UInt8($0)) }
        let plain = ToneTable(letters, metric: .tone, isInverted: false)
        let lonely = ToneTable(letters + ["█"], metric: .tone, isInverted: false)
        #expect(lonely.top > plain.top && lonely.top <= 1.25 * plain.top)
    }

    /// The mean coverage for a flat grey picture.
    private func ink(of code: UInt8, _ charset: Charset, invert: Bool = false) -> Double {
        let options = ArtOptions(columns: 16, charset: charset, look: .tone, levels: .none, invert: invert)
        let art = Picture(16, 16) { _, _ in .grey(code) }.art(options)
        let inks = art.cells.map { $0.scalar.flatMap { Glyph($0) }?.coverage ?? 0 }
        return inks.reduce(0, +) / Double(inks.count)
    }

    /// The mean coverage of each eighth of the art from the left.
    private func inkByEighths(of grid: ArtGrid) -> [Double] {
        let width = grid.columns / 8
        var sums = [Double](repeating: 0, count: 8)
        for (index, cell) in grid.cells.enumerated() {
            sums[index % grid.columns / width] += cell.scalar.flatMap { Glyph($0) }?.coverage ?? 0
        }
        return sums.map { $0 / Double(width * grid.rows) }
    }

    /// The mean light of each eighth, as shown by the coverage.
    private func lightByEighths(of grid: ArtGrid) -> [Double] {
        let width = grid.columns / 8
        var sums = [Double](repeating: 0, count: 8)
        var known: [Unicode.Scalar: Double] = [:]
        for (index, cell) in grid.cells.enumerated() {
            guard let scalar = cell.scalar else { continue }
            let light = known[scalar] ?? Symbol(scalar, .average).map { Double(Shape($0).lightMean) } ?? 0
            known[scalar] = light
            sums[index % grid.columns / width] += light
        }
        return sums.map { $0 / Double(width * grid.rows) }
    }
}

extension RGB {
    init(_ pixel: RGBA) { self.init(red: pixel.red, green: pixel.green, blue: pixel.blue) }
}
