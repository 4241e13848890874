import CTextArt
import Domain
import Testing

@testable import TextArt

@Suite("Score")
struct ScoreTests {
    private func plane(_ width: Int, _ height: Int, _ value: (_ x: Int, _ y: Int) -> Double) -> Plane {
        Plane(
            width: width, height: height,
            values: (0..<width * height).map { Float(value($0 % width, $0 / width)) })
    }

    private func near(_ one: Double, _ other: Double, within limit: Double = 0.000_2) -> Bool {
        abs(one - other) < limit
    }

    /// Noise without a library.
    private func grain(_ x: Int, _ y: Int) -> Double {
        let mixed: Int = x * 37 + y * 91 + x * y * 13
        return Double(mixed % 256) / 255
    }

    @Test("a plane is similar to itself but not to its negative")
    func same() {
        let one = plane(40, 30, grain)
        let negative = plane(40, 30) { 1 - grain($0, $1) }
        #expect(near(Similarity(one, one).mean, 1) && near(Similarity.atScales(Similarity.scales(one), one), 1))
        #expect(near(Similarity.correlation(one, one), 1) && near(Similarity.correlation(one, negative), -1))
        #expect(Similarity.atScales(Similarity.scales(one), negative) == 0)
        #expect(Similarity.correlation(one, plane(40, 30) { _, _ in 0.3 }) == 0)
    }

    @Test("two flat planes differ only by their means, as in the formula")
    func flat() {
        let (a, b) = (0.5, 0.25)
        let similarity = Similarity(plane(20, 20) { _, _ in a }, plane(20, 20) { _, _ in b })
        #expect(near(similarity.structure, 1))
        #expect(near(similarity.mean, (2 * a * b + 0.0001) / (a * a + b * b + 0.0001)))
    }

    @Test("blurs are Gaussians that keep the mean and mirror the edges")
    func blurs() {
        for taps in [Plane.Blur.window, Plane.Blur.coarse, Plane.Blur.viewing] {
            #expect(near(Double(taps[0] + 2 * taps[1...].reduce(0, +)), 1, within: 1e-6))
            #expect(zip(taps, taps.dropFirst()).allSatisfy { $0 > $1 })
            let flat = plane(9, 7) { _, _ in 0.4 }.blurred(taps)
            #expect(flat.values.allSatisfy { near(Double($0), 0.4) })
            let ramp = plane(70, 60) { x, y in Double(x) / 100 + Double(y) / 400 }.blurred(taps)
            #expect(near(Double(ramp.values[30 * 70 + 35]), 0.35 + 0.075))
            let slow = plane(11, 5, grain)
            let blurred = slow.blurred(taps)
            #expect(near(slow.mean, blurred.mean, within: 1e-6))
            #expect(near(Double(blurred.values[2 * 11 + 3]), sum(slow, taps, 3, 2)))
        }
    }

    private func sum(_ plane: Plane, _ taps: [Float], _ x: Int, _ y: Int) -> Double {
        func mirrored(_ place: Int, _ length: Int) -> Int {
            let period = 2 * length
            let place = (place % period + period) % period
            return place < length ? place : 2 * length - 1 - place
        }
        let reach = taps.count - 1
        var sum = 0.0
        for dy in -reach...reach {
            for dx in -reach...reach {
                let value = plane.values[mirrored(y + dy, plane.height) * plane.width + mirrored(x + dx, plane.width)]
                sum += Double(taps[abs(dx)] * taps[abs(dy)] * value)
            }
        }
        return sum
    }

    @Test("distances are those of Oklab times one hundred")
    func distance() {
        let picture = { (red: Float, green: Float, blue: Float) -> [Float] in [red, green, blue] }
        // Black and white differ only in lightness, by its full range.
        #expect(near(textart_distance(picture(0, 0, 0), picture(1, 1, 1), 1), 1, within: 1e-4))
        // sRGB red and blue as Ottosson gives them: (0.628, 0.225, 0.126) and (0.452, -0.032, -0.312).
        let wanted = 0.5375
        #expect(near(textart_distance(picture(1, 0, 0), picture(0, 0, 1), 1), wanted, within: 0.001))
    }

    @Test("exact art has the best score; blank art has none")
    func ends() throws {
        var rng = SplitMix64(seed: 4)
        let codes = (0..<12 * 24).map { _ in UInt8.random(in: 0...255, using: &rng) }
        let picture = Picture(96, 192) { x, y in .grey(codes[y / 8 * 12 + x / 8]) }
        let options = ArtOptions(columns: 12, charset: .half, score: true)
        let best = try #require(score(picture, options, .full))
        #expect(near(best.msSSIM, 1) && near(best.ssim, 1) && near(best.blurredSSIM, 1) && near(best.toneSkill, 1))
        #expect(near(best.correlation, 1) && best.deltaE < 0.01 && best.total == 100)
        var blank = options
        (blank.characters, blank.charset) = (nil, .ascii)
        blank.brightness = -1
        let none = try #require(score(picture, blank, .none))
        #expect(none.correlation == 0 && near(none.toneSkill, 0) && none.deltaE > 20)
        #expect(none.total == 0)
        let night = Picture(96, 96) { _, _ in .grey(0) }
        #expect(try #require(score(night, ArtOptions(columns: 12, score: true), .none)).total == 100)
        let coarse = [Charset.minimal, .ascii, .half, .octant].compactMap { charset in
            score(.ball, ArtOptions(columns: 24, charset: charset, detail: 0, score: true), .full)?.total
        }
        #expect(coarse == coarse.sorted() && coarse.count == 4 && coarse.allSatisfy { 1...100 ~= $0 }, "\(coarse)")
    }

    private func score(_ picture: Picture, _ options: ArtOptions, _ color: ArtColor) -> ArtScore? {
        var sampler = ArtSampler(
            info: picture.info, options: options, colors: OutputColors(color, palette: options.palette))
        for y in 0..<picture.height { sampler.take(row: picture.row(y).span) }
        return sampler.score(of: sampler.grid())
    }

    @Test("a union has the characters of its sets, each once, and only those are used")
    func union() {
        let both = Charset.union([.half, .ascii])
        #expect(both.shapes.count == Set(both.shapes).count)
        #expect(Set(both.shapes) == Set(Charset.half.shapes + Charset.ascii.shapes) && both.shapes.first == " ")
        #expect(Mosaic(both) == nil && Mosaic(.half) != nil)
        for color in [ArtColor.none, .sixteen, .full] {
            let art = Picture.ball.art(ArtOptions(columns: 24, charset: both, color: color), color: color)
            let used = Set(art.cells.compactMap(\.scalar))
            #expect(used.isSubset(of: both.shapes), "\(color)")
            #expect(used.contains { $0.isASCII && $0 != " " } && used.contains { !$0.isASCII } || color == .none)
        }
    }

    @Test("measuring doesn't change the art", arguments: [Charset.basic, .half, .ascii, .braille])
    func apart(charset: Charset) {
        let picture = Picture.random(40, 40, seed: 3)
        for color in [ArtColor.none, .full] {
            let art = picture.art(ArtOptions(columns: 20, charset: charset), color: color)
            #expect(picture.art(ArtOptions(columns: 20, charset: charset, score: true), color: color) == art)
            #expect(score(picture, ArtOptions(columns: 20, charset: charset), color) == nil)
            #expect(score(picture, ArtOptions(columns: 20, charset: charset, score: true), color) != nil)
        }
    }

    @Test(
        "dark ink on light paper scores like light ink on dark for the negative, except for how light adds up"
    )
    func paper() throws {
        let ball = Picture(96, 96) { x, y in .grey(UInt8(min(255, (x * x + y * y) / 80))) }
        var options = ArtOptions(columns: 24, charset: .braille, look: .tone, score: true)
        let dark = try #require(score(ball, options, .none))
        options.invert = true
        let paper = try #require(score(ball, options, .none))
        #expect(dark.correlation > 0.9 && paper.correlation > 0.9)
    }
}
