import Domain
import Glibc
import PlatformPictures
import Testing

@Suite("Colour profiles")
struct ProfileTests {
    private func light(_ code: Double) -> Double { code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4) }

    private func code(_ light: Double) -> Double {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    /// A table curve as profile writers make it.
    private var list: [Double] { (0..<1_024).map { light(Double($0) / 1_023) } }

    private func picture(_ kind: RawPicture.Kind, _ depth: Int, _ profile: ICCProfile) -> RawPicture {
        RawPicture(kind: kind, depth: depth, width: 24, height: 24, chunks: [ICCProfile.chunk(profile.bytes)])
    }

    @Test("a profile with sRGB's values changes nothing, whatever its name")
    func standard() throws {
        for curve in [ICCProfile.Curve.formula, .list(list)] {
            let color = picture(.colorAlpha, 8, ICCProfile(curve: curve))
            #expect(try Decoded(color.bytes).rows == color.rows)
            let grey = picture(.greyAlpha, 8, ICCProfile(curve: curve, isGrey: true))
            #expect(try Decoded(grey.bytes).rows == grey.rows)
        }
    }

    @Test("a linear profile is converted to sRGB, at 8 and 16 bits", arguments: [8, 16])
    func linear(depth: Int) throws {
        for kind in [RawPicture.Kind.grey, .greyAlpha, .color, .colorAlpha] {
            let isGrey = kind == .grey || kind == .greyAlpha
            let picture = picture(kind, depth, ICCProfile(curve: .power(1), isGrey: isGrey))
            let decoded = try Decoded(picture.bytes)
            #expect(!decoded.info.hasBrokenProfile)
            for y in 0..<24 {
                for x in 0..<24 {
                    let got = decoded[x, y]
                    for (channel, level) in [got.red, got.green, got.blue].enumerated() {
                        let stored = Double(picture.code(x, y, isGrey ? 0 : channel)) / Double(picture.most)
                        #expect(abs(Double(level) - code(stored) * 255) < 0.6)
                    }
                    #expect(got.alpha == picture.pixel(x, y).alpha)
                }
            }
        }
    }

    @Test("other primaries are converted to sRGB's, palettes too", arguments: [RawPicture.Kind.color, .palette])
    func primaries(kind: RawPicture.Kind) throws {
        let rows = [[1.22494, -0.22494, 0], [-0.04206, 1.04206, 0], [-0.01964, -0.07864, 1.09828]]
        let picture = picture(kind, 8, ICCProfile(lights: ICCProfile.displayP3))
        let decoded = try Decoded(picture.bytes)
        #expect(decoded.rows != picture.rows)
        for y in 0..<24 {
            for x in 0..<24 {
                let (stored, got) = (picture.pixel(x, y), decoded[x, y])
                let lights = [stored.red, stored.green, stored.blue].map { light(Double($0) / 255) }
                for (row, level) in zip(rows, [got.red, got.green, got.blue]) {
                    let wanted = min(1, max(0, zip(row, lights).map(*).reduce(0, +)))
                    #expect(abs(Double(level) - code(wanted) * 255) < 2)
                }
            }
        }
    }

    @Test("a profile that is corrupt, of another colour space or far too large is ignored and reported")
    func broken() throws {
        let whole = ICCProfile(curve: .power(1)).bytes
        var wild = whole
        for place in 128..<200 { wild[place] = 0xFF }
        let bodies = [
            Array(whole.prefix(100)), Array(whole.prefix(whole.count - 40)), [], wild,
            ICCProfile(curve: .power(1), isGrey: true).bytes,
        ]
        for body in bodies {
            var picture = RawPicture(kind: .color, depth: 8, width: 9, height: 9)
            let wanted = picture.rows
            picture.chunks = [ICCProfile.chunk(body)]
            let decoded = try Decoded(picture.bytes)
            #expect(decoded.rows == wanted && decoded.info.hasBrokenProfile && decoded.damage == nil)
        }
    }

    @Test("a JPEG's profile is assembled from its parts, in any order", arguments: [1, 3, 9])
    func parts(count: Int) throws {
        let plain = try JPEGFixtures.bytes(JPEGFixtures.rgb)
        let stored = try Decoded(plain)[2, 8]
        let decoded = try Decoded(ICCProfile.jpeg(plain, ICCProfile(curve: .power(1)).bytes, parts: count))
        for (level, from) in zip(
            [decoded[2, 8].red, decoded[2, 8].green, decoded[2, 8].blue], [stored.red, stored.green, stored.blue])
        {
            #expect(abs(Double(level) - code(Double(from) / 255) * 255) < 2)
        }
        #expect(!decoded.info.hasBrokenProfile && decoded.rows.joined().allSatisfy { $0.alpha == 255 })
    }

    @Test("a JPEG with an incomplete profile is shown as sRGB")
    func lost() throws {
        let plain = try JPEGFixtures.bytes(JPEGFixtures.rgb)
        let profile = ICCProfile(curve: .power(1)).bytes
        let decoded = try Decoded(ICCProfile.jpeg(plain, profile, parts: 3, without: 2))
        #expect(try decoded.rows == Decoded(plain).rows && decoded.info.hasBrokenProfile)
    }

    @Test("a grey JPEG accepts a grey or a colour profile")
    func grey() throws {
        let plain = try JPEGFixtures.bytes(JPEGFixtures.grey)
        let stored = try Decoded(plain)[2, 8]
        for isGrey in [true, false] {
            let profile = ICCProfile(curve: .power(1), isGrey: isGrey).bytes
            let shown = try Decoded(ICCProfile.jpeg(plain, profile, parts: 1))[2, 8]
            #expect(abs(Double(shown.green) - code(Double(stored.green) / 255) * 255) < 2)
            #expect(shown.red == shown.green && shown.blue == shown.green && shown.alpha == 255)
        }
    }
}
