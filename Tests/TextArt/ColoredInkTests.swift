import Domain
import Testing

@testable import TextArt

@Suite("Coloured ink")
struct ColoredInkTests {
    @Test("on paper ink is as dark as it can be: with the next lighter character no ink would be dark enough")
    func onPaper() {
        let ramp = Picture(256, 8) { x, _ in .grey(UInt8(x)) }
        for charset in [Charset.basic, .extended, .digits] {
            let options = ArtOptions(columns: 64, charset: charset, invert: true)
            let inks = Palette(options).narrow
            for (x, cell) in ramp.art(options, color: .full).row(0).enumerated() {
                let light = Light(meanOf: (0..<4).map { Light(RGB(.grey(UInt8(x * 4 + $0)))) }[...]).red
                let wanted = (1 - light) * (inks.last?.coverage ?? 0)
                let coverage = cell.scalar.flatMap { Glyph($0) }?.coverage ?? -1
                #expect(coverage > wanted - 1e-9)
                let lighter = inks.last { $0.coverage < coverage - 1e-9 }?.coverage ?? -1
                #expect(lighter < wanted, "\(charset) at \(light)")
            }
        }
    }

    @Test("in the dark characters follow how light a cell looks: mid-grey takes a middling one, not a dot")
    func inTheDark() {
        let grid = Picture(10, 2) { _, _ in .grey(128) }.art(ArtOptions(columns: 10, charset: .basic), color: .full)
        #expect(Set(grid.cells.map(\.scalar)) == ["%"])
        // 21.6 % of the light at an exposure of 27.4 %, by ink on 18.2 % of the cell.
        #expect(grid.cells[0].foreground == Light(red: 0.325, green: 0.325, blue: 0.325).color)
    }

    @Test("black is blank, and the darkest grey is not")
    func darkest() {
        for (code, scalar) in [(UInt8(0), Unicode.Scalar(" ")), (1, ".")] {
            let grid = Picture(10, 2) { _, _ in .grey(code) }.art(
                ArtOptions(columns: 10, charset: .basic), color: .full)
            #expect(Set(grid.cells.map(\.scalar)) == [scalar])
        }
    }

    @Test("wide characters show dark cells too, instead of leaving them blank", arguments: [UInt8(20), 60, 128, 255])
    func wide(code: UInt8) {
        let options = ArtOptions(columns: 10, characters: "글자그림 ")
        let grid = Picture(10, 2) { _, _ in .grey(code) }.art(options, color: .full)
        let wanted = Light(RGB(.grey(code))).red * Palette(options).range.upperBound
        for index in stride(from: 0, to: 10, by: 2) {
            let cell = grid.cells[index]
            let share = cell.scalar.flatMap { Glyph($0) }?.coverage ?? 0
            let shown = share * Light(cell.foreground ?? .black).red
            #expect(abs(shown - wanted) < 0.001)
        }
    }
}
