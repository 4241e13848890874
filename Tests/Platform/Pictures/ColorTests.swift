import Domain
import Glibc
import PlatformPictures
import Testing

@Suite("Colours of PNG")
struct ColorTests {
    private static func gamma(_ value: UInt32) -> Samples.Chunk {
        Samples.Chunk(type: "gAMA", body: Samples.bigEndian(value))
    }

    private static func chromaticities(_ values: [Double]) -> Samples.Chunk {
        Samples.Chunk(type: "cHRM", body: values.flatMap { Samples.bigEndian(UInt32(($0 * 100_000).rounded())) })
    }

    private static let displayP3 = chromaticities([0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060])
    private static let standard = chromaticities([0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06])

    private static let kinds: [RawPicture] = RawPicture.Kind.allCases.flatMap { kind in
        kind.depths.map { RawPicture(kind: kind, depth: $0, width: 24, height: 24) }
    }

    /// The specification's rule (13.13): codes to the power of 1 / (gamma × 2.2); alpha is unchanged.
    private func expected(_ picture: RawPicture, _ gamma: Double, _ x: Int, _ y: Int) -> [Double] {
        let shown = picture.pixel(x, y)
        var codes = [shown.red, shown.green, shown.blue].map { Double($0) / 255 }
        if picture.depth == 16 {
            let channels = picture.kind == .color || picture.kind == .colorAlpha ? [0, 1, 2] : [0, 0, 0]
            codes = channels.map { Double(picture.code(x, y, $0)) / 65_535 }
        }
        return codes.map { pow($0, 1 / (gamma * 2.2)) * 255 } + [Double(shown.alpha)]
    }

    @Test(
        "gAMA is applied exactly in every colour type and depth", arguments: [35_000, 55_000, 70_000, 100_000, 250_000])
    func gammas(value: UInt32) throws {
        for kind in Self.kinds {
            var picture = kind
            picture.chunks = [Self.gamma(value)]
            let decoded = try Decoded(picture.bytes)
            var worst = 0.0
            for y in 0..<24 {
                for x in 0..<24 {
                    let got = decoded[x, y]
                    let levels = [got.red, got.green, got.blue, got.alpha].map { Double($0) }
                    for (one, other) in zip(levels, expected(picture, Double(value) / 100_000, x, y)) {
                        worst = max(worst, abs(one - other))
                    }
                }
            }
            #expect(worst < 0.51, "\(picture.kind) \(picture.depth): \(worst)")
        }
    }

    @Test("a gamma of about 0.45 is sRGB's, and an explicit sRGB chunk wins", arguments: [45_000, 45_455, 100_000])
    func wins(value: UInt32) throws {
        var picture = RawPicture(kind: .color, depth: 8, width: 9, height: 9)
        let wanted = picture.rows
        picture.chunks = [Self.gamma(value), Self.standard]
        #expect(try (Decoded(picture.bytes).rows == wanted) == (value < 100_000))
        picture.chunks = [Samples.Chunk(type: "sRGB", body: [0]), Self.gamma(value), Self.displayP3]
        #expect(try Decoded(picture.bytes).rows == wanted)
    }

    /// Converts linear Display P3 to linear sRGB by the published matrix.
    private func standardLight(_ light: [Double]) -> [Double] {
        let rows = [[1.22494, -0.22494, 0], [-0.04206, 1.04206, 0], [-0.01964, -0.07864, 1.09828]]
        return rows.map { row in min(1, max(0, zip(row, light).map(*).reduce(0, +))) }
    }

    private func light(_ code: Double) -> Double { code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4) }

    private func code(_ light: Double) -> Double {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    @Test("cHRM and cICP convert other primaries to sRGB's", arguments: [8, 16])
    func primaries(depth: Int) throws {
        let curves: [(Samples.Chunk, (Double) -> Double, (Double) -> Double)] = [
            (Self.displayP3, light, code), (Samples.Chunk(type: "cICP", body: [12, 13, 0, 1]), light, code),
            (Samples.Chunk(type: "cICP", body: [12, 8, 0, 1]), { $0 }, code),
        ]
        for (chunk, light, code) in curves {
            var picture = RawPicture(kind: .colorAlpha, depth: depth, width: 24, height: 24)
            picture.chunks = [chunk]
            let decoded = try Decoded(picture.bytes)
            for y in 0..<24 {
                for x in 0..<24 {
                    let lights = (0..<3).map { light(Double(picture.code(x, y, $0)) / Double(picture.most)) }
                    let wanted = standardLight(lights).map { code($0) * 255 }
                    let got = [decoded[x, y].red, decoded[x, y].green, decoded[x, y].blue].map { Double($0) }
                    #expect(zip(got, wanted).allSatisfy { abs($0 - $1) < 1 })
                    #expect(decoded[x, y].alpha == picture.pixel(x, y).alpha)
                }
            }
        }
    }

    @Test("greys stay grey whatever the primaries, and video cICP values are ignored")
    func left() throws {
        for chunk in [Self.displayP3, Samples.Chunk(type: "cICP", body: [9, 16, 0, 1])] {
            var picture = RawPicture(kind: .grey, depth: 8, width: 9, height: 9)
            let wanted = picture.rows
            picture.chunks = [chunk]
            #expect(try Decoded(picture.bytes).rows == wanted)
        }
    }

    @Test(
        "degenerate primaries are ignored", arguments: [[0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3], [0, 0]])
    func senseless(values: [Double]) throws {
        var picture = RawPicture(kind: .color, depth: 8, width: 9, height: 9)
        let wanted = picture.rows
        picture.chunks = [Self.chromaticities(values)]
        #expect(try Decoded(picture.bytes).rows == wanted)
    }
}
