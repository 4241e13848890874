import Domain
import Testing

@testable import TextArt

@Suite struct IndexedFramesTests {
    /// One row of solid cells.
    private func row(_ colors: [RGB]) -> ArtGrid {
        ArtGrid(columns: colors.count, rows: 1, cells: colors.map { ArtCell("█", foreground: $0) })
    }

    private func ramp(_ count: Int, blue: UInt8 = 0) -> [RGB] {
        (0..<count).map { RGB(red: UInt8($0 & 255), green: UInt8($0 >> 8 * 40), blue: blue) }
    }

    @Test("A frame's forms show the same, within the pixels that changed")
    func forms() throws {
        var colors = ramp(20)
        var frames = IndexedFrames(row(colors))
        let first = frames.next(row(colors))
        #expect(first.count == 1 && first[0].width == 160 && first[0].height == 16 && first[0].transparent == nil)
        (colors[4], colors[7]) = (.white, colors[3])
        let forms = frames.next(row(colors))
        #expect(forms.count >= 2)
        for form in forms {
            #expect([form.left, form.top, form.width, form.height] == [32, 0, 32, 16])
            let palette = form.palette ?? frames.palette
            #expect(form.indices.allSatisfy { Int($0) < palette.count })
            for (place, index) in form.indices.enumerated() where index != form.transparent {
                #expect(palette[Int(index)] == colors[4 + place % 32 / 8])
            }
            for (place, index) in form.indices.enumerated() where [0, 3].contains(place % 32 / 8) {
                #expect(index != form.transparent)
            }
        }
        #expect(forms.contains { $0.transparent != nil } && forms.contains { $0.transparent == nil })
        #expect(frames.next(row(colors)).isEmpty)
    }

    @Test("255 colours are exact, more are shown by close ones", arguments: [255, 256, 1_200])
    func reduction(_ count: Int) throws {
        let colors = ramp(count)
        var frames = IndexedFrames(row(colors))
        let picture = try #require(frames.next(row(colors)).first)
        #expect(frames.palette.count <= 256)
        let errors = colors.indices.map { column in
            let shown = frames.palette[Int(picture.indices[column * 8])]
            return OklabColor(shown).distance(to: OklabColor(colors[column]))
        }
        let worst = errors.max() ?? 0
        let mean = errors.reduce(0, +) / Double(count)
        #expect(count == 255 ? worst == 0 : worst < 6 && mean < 1.5)
    }

    @Test("A colour that was reduced keeps its colour when it comes back, and a new one is exact")
    func memory() throws {
        let colors = ramp(1_200)
        var frames = IndexedFrames(row(colors))
        let picture = try #require(frames.next(row(colors)).first)
        func shown(_ column: Int) -> RGB { frames.palette[Int(picture.indices[column * 8])] }
        var other = colors
        let new = RGB(red: 10, green: 20, blue: 250)
        (other[100], other[101], other[102]) = (colors[900], new, colors[17])
        let form = try #require(frames.next(row(other)).first)
        let palette = form.palette ?? frames.palette
        #expect(form.left == 800 && form.width == 24)
        let wanted = [shown(900), new, shown(17)]
        #expect((0..<3).map { palette[Int(form.indices[$0 * 8])] } == wanted)
    }

    @Test("Another scene gets colours of its own")
    func scenes() throws {
        let (one, two) = (ramp(1_200), ramp(1_200, blue: 255))
        var frames = IndexedFrames(row(one))
        _ = frames.next(row(one))
        let form = try #require(frames.next(row(two)).first)
        let palette = form.palette ?? frames.palette
        let errors = two.indices.map { column in
            OklabColor(palette[Int(form.indices[column * 8])]).distance(to: OklabColor(two[column]))
        }
        #expect(errors.reduce(0, +) / 1_200 < 1.5)
    }
}
