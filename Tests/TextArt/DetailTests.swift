import CTextArt
import Domain
import Testing

@testable import TextArt

@Suite("Detail before matching")
struct DetailTests {
    /// The samples of `columns` by `rows` cells with that code each.
    private func plane(_ columns: Int, _ rows: Int, _ code: (Int, Int) -> Float) -> Plane {
        let (width, height) = (columns * ToneTable.across, rows * ToneTable.down)
        return Plane(
            width: width, height: height, values: (0..<width * height).map { code($0 % width, $0 / width) })
    }

    private func random(_ columns: Int, _ rows: Int, _ seed: UInt64) -> Plane {
        var rng = SplitMix64(seed: seed)
        return plane(columns, rows) { _, _ in Float(rng.unit()) }
    }

    private func detailed(_ codes: Plane, _ strength: Double?) -> Plane {
        var detailed = codes
        Detail(ArtOptions(detail: strength), codes).apply(to: &detailed, EvenAreas(codes, columns: codes.width / 4))
        return detailed
    }

    @Test("0 changes nothing, and codes stay between 0 and 1", arguments: [0, 1, 2] as [Double])
    func bounds(strength: Double) {
        let codes = random(12, 6, 1)
        let after = detailed(codes, strength)
        #expect((after.values == codes.values) == (strength == 0))
        #expect(after.values.allSatisfy { (0...1).contains($0) })
    }

    @Test("a faint contour becomes stronger, more so with more strength")
    func contour() {
        var rng = SplitMix64(seed: 3)
        let codes = plane(16, 8) { x, y in (x < 32 ? 0.4 : 0.5) + (y < 32 ? Float(rng.unit()) * 0.4 : 0) }
        let step = { (plane: Plane) in
            let row = 48 * plane.width
            return plane.values[row + 32] - plane.values[row + 31]
        }
        let steps = [0, 0.5, 1, 2].map { step(detailed(codes, $0)) }
        #expect(steps == steps.sorted() && steps[2] > 1.2 * steps[0])
    }

    @Test("noise in an even area stays as it is")
    func noise() {
        var rng = SplitMix64(seed: 4)
        // A bright half makes the picture one with contrast.
        let codes = plane(24, 12) { x, _ in x < 72 ? 0.3 + Float(rng.unit()) * 0.01 : Float(rng.unit()) }
        let after = detailed(codes, 1)
        for y in 0..<codes.height {
            for x in 0..<40 { #expect(abs(after.values[y * 96 + x] - codes.values[y * 96 + x]) < 0.01) }
        }
    }

    @Test("drawings have few tones and get no detail, photos have many")
    func likeness() {
        let drawing = plane(10, 5) { x, y in (x / 5 + y / 5).isMultiple(of: 2) ? 0 : 1 }
        #expect(PhotoLikeness(drawing).share == 0)
        #expect(PhotoLikeness(random(10, 5, 5)).share == 1)
        #expect(detailed(drawing, nil).values == drawing.values)
    }

    @Test("the kernels do what their formulas say", arguments: [UInt64](0..<3))
    func kernels(seed: UInt64) {
        let (codes, means) = (random(3, 2, seed), random(3, 2, seed + 10))
        let (variances, close) = (random(3, 2, seed + 20), random(3, 2, seed + 30).halved())
        let contrast = textart_contrast(deviation: 0.2, noise: 0.1, room: 0.3, gain: 2.5, keep: 0.5)
        var fast = codes.values
        textart_local_contrast(
            means.values, variances.values, close.values, Int32(codes.width), Int32(codes.height), contrast, &fast)
        for (index, value) in fast.enumerated() {
            let (x, y) = (index % codes.width, index / codes.width)
            let (variance, near) = (variances.values[index], close.values[y / 2 * close.width + x / 2])
            let gain = 1 + (min(max(0.2 / variance.squareRoot(), 1), 2.5) - 1) * near * near / (near * near + 0.0001)
            let (code, mean) = (codes.values[index], means.values[index])
            let moved = mean + (0.5 - mean) * 0.5 * variance / (variance + 0.09)
            #expect(abs(value - min(max(moved + (code - mean) * gain, 0), 1)) < 1e-4)
        }
        var spread = codes.values
        textart_square(Int64(spread.count), &spread)
        #expect(spread == codes.values.map { $0 * $0 })
        textart_variances(means.values, Int64(spread.count), &spread)
        for (index, value) in spread.enumerated() {
            let (code, mean) = (codes.values[index], means.values[index])
            #expect(abs(value - max(code * code - mean * mean, 0)) < 1e-6)
        }
        var sharp = codes.values
        textart_contours(means.values, Int64(sharp.count), 1.5, 0.1, &sharp)
        for (index, value) in sharp.enumerated() {
            let difference = codes.values[index] - means.values[index]
            let share = difference * difference / (difference * difference + 0.01)
            #expect(abs(value - min(max(codes.values[index] + 1.5 * share * difference, 0), 1)) < 1e-4)
        }
    }

    @Test("each light is multiplied by what its place gains", arguments: [1, 63, 64, 65, 130])
    func scale(width: Int) {
        var rng = SplitMix64(seed: UInt64(width))
        let before = (0..<2 * width).map { _ in Float(rng.unit()) }
        let after = (0..<2 * width).map { _ in Float(rng.unit()) }
        let lights = (0..<8 * width).map { _ in UInt16.random(in: 0...65_535, using: &rng) }
        var scaled = lights
        textart_scale(before, after, Int32(width), 2, &scaled)
        for (index, light) in lights.enumerated() {
            let place = index / (2 * width) / 2 * width + index % (2 * width) / 2
            let wanted = Float(light) * (after[place] + 1e-4) / (before[place] + 1e-4)
            #expect(abs(Float(scaled[index]) - min(wanted, 65_535)) <= 1)
        }
    }

    @Test("contours in colour keep the hue, and only full colours have them")
    func colors() {
        var rng = SplitMix64(seed: 6)
        let photo = (0..<64 * 64).map { _ in RGB(red: UInt8(rng.unit() * 200), green: 40, blue: 20) }
        let picture = Picture(128, 128) { x, y in RGBA(photo[y % 64 * 64 + x % 64]) }
        let art = { (detail: Double, color: ArtColor) in
            picture.art(ArtOptions(columns: 16, charset: .block, color: color, detail: detail), color: color)
        }
        #expect(art(0, .full) != art(2, .full))
        #expect(art(0, .sixteen) == art(2, .sixteen))
    }
}

@Suite("Even areas")
struct EvenAreaTests {
    @Test("a cell is even if nothing but noise is in and around it")
    func cells() {
        let (columns, rows) = (30, 10)
        var rng = SplitMix64(seed: 1)
        let width = columns * ToneTable.across
        let values = (0..<width * rows * ToneTable.down).map { index in
            index % width < width / 2 ? 0.5 + Float(rng.unit()) * 0.005 : Float(rng.unit())
        }
        let plane = Plane(width: width, height: rows * ToneTable.down, values: values)
        let cells = EvenAreas(plane, columns: columns).cells
        for row in 0..<rows {
            #expect(cells[row * columns..<row * columns + 10].allSatisfy { $0 == 1 })
            #expect(cells[row * columns + 18..<(row + 1) * columns].allSatisfy { $0 == 0 })
        }
    }

    @Test("an area is even close beside a strong contour")
    func besideContours() {
        let columns = 30
        let (width, height) = (columns * ToneTable.across, 10 * ToneTable.down)
        let line = width / 2
        let values = (0..<width * height).map { abs($0 % width - line) < 2 ? Float(0) : 1 }
        let cells = EvenAreas(Plane(width: width, height: height, values: values), columns: columns).cells
        for (index, isEven) in cells.enumerated() {
            let far = abs(index % columns - columns / 2)
            #expect(far < 3 || isEven == 1)
            #expect(far > 0 || isEven == 0)
        }
    }

    @Test(
        "no two characters alternate in an even area, nor do upright strokes repeat",
        arguments: [0.02, 0.06, 0.15, 0.3, 0.6, 0.9])
    func calm(share: Double) {
        let table = ToneTable(Charset.ascii.shapes, metric: .letters, isInverted: false)
        let (columns, rows) = (40, 8)
        let target = [Float](repeating: Float(share) * table.top, count: columns * rows * ToneTable.samples)
        let even = [UInt8](repeating: 1, count: columns * rows)
        let glyphs = ToneMatcher(table: table, metric: .letters)
            .glyphs(columns: columns, rows: rows, target: target, even: even)
        for row in 0..<rows {
            let line = Array(glyphs[row * columns..<(row + 1) * columns])
            for start in 0..<columns - 3 where line[start] == line[start + 2] && line[start + 1] == line[start + 3] {
                #expect(line[start] == line[start + 1] && table.upright[line[start]] == 0)
            }
        }
    }
}

@Suite("Agreement of contours")
struct AgreementTests {
    private func agreement(_ one: [Float], _ other: [Float]) -> Double { textart_agreement(one, other, 16, 16) }

    @Test("the same contours agree wholly, inverted ones not at all, and a flat plane has none")
    func bounds() {
        var rng = SplitMix64(seed: 1)
        let values = (0..<256).map { _ in Float(rng.unit()) }
        #expect(abs(agreement(values, values) - 1) < 1e-6)
        #expect(abs(agreement(values, values.map { 0.2 + $0 / 2 }) - 1) < 1e-6)
        #expect(abs(agreement(values, values.map { 1 - $0 }) + 1) < 1e-6)
        #expect(agreement(values, [Float](repeating: 0.5, count: 256)) == 0)
    }
}
