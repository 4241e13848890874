import Domain
import PlatformPictures
import Testing

@Suite("PNG drawings")
struct DrawingTests {
    /// Pictures that a compressor treats differently.
    enum Kind: CaseIterable {
        case flat, noise, blocks, rareValues, letters

        func pixel(_ x: Int, _ y: Int, _ rng: inout SplitMix64) -> RGBA {
            let grain = rng.next()
            switch self {
            case .flat: return RGBA(red: 7, green: 8, blue: 9)
            case .noise:
                return RGBA(
                    red: UInt8(truncatingIfNeeded: grain), green: UInt8(truncatingIfNeeded: grain >> 8),
                    blue: UInt8(truncatingIfNeeded: grain >> 16), alpha: UInt8(truncatingIfNeeded: grain >> 24))
            case .blocks:
                return RGBA(
                    red: UInt8(truncatingIfNeeded: x / 8 * 37), green: UInt8(truncatingIfNeeded: y / 8 * 91),
                    blue: UInt8(truncatingIfNeeded: (x / 8 + y / 8) * 13))
            // Each value is half as frequent as the one before: codes would be longer than Deflate allows.
            case .rareValues:
                return RGBA(
                    red: UInt8(grain.trailingZeroBitCount), green: UInt8((grain >> 20 | 1 << 43).trailingZeroBitCount),
                    blue: UInt8((grain >> 40 | 1 << 23).trailingZeroBitCount))
            // The same shapes again and again, in colours of their own.
            case .letters:
                let isInk = (x % 8 * 5 + y % 16 * 3 + x / 8 % 5) % 7 < 3
                let color = UInt8(truncatingIfNeeded: x / 8 * 31 + y / 16 * 17)
                return isInk ? RGBA(red: color, green: 200, blue: 255 - color) : RGBA(red: 0, green: color, blue: 9)
            }
        }

        func rows(_ width: Int, _ height: Int) -> [[RGBA]] {
            var rng = SplitMix64(seed: 5)
            return (0..<height).map { y in (0..<width).map { x in pixel(x, y, &rng) } }
        }
    }

    @Test(
        "every kind of drawing survives a round trip, of any width",
        arguments: Kind.allCases, [(1, 40), (2, 3), (3, 1), (8, 33), (67, 129), (640, 320), (11_000, 4)])
    func roundTrip(kind: Kind, size: (width: Int, height: Int)) throws {
        let rows = kind.rows(size.width, size.height)
        for hasAlpha in [false, true] {
            let png = try encoded(rows, hasAlpha: hasAlpha)
            let shown = hasAlpha ? rows : rows.map { $0.map(\.opaque) }
            #expect(try Decoded(png).rows == shown)
            // Every row has the filter byte 0.
            let raw: [UInt8] = shown.flatMap { row -> [UInt8] in
                [0] + row.flatMap { hasAlpha ? $0.bytes : Array($0.bytes.prefix(3)) }
            }
            #expect(Deflate.bytes(of: data(of: png), count: raw.count) == raw)
        }
    }

    @Test("few greys are packed into bytes, the first pixel in the highest bits", arguments: [1, 2, 4])
    func greys(bits: Int) throws {
        let rows = Kind.noise.rows(37, 60)
        let png = try encoded(rows, greyBits: bits)
        let raw: [UInt8] = rows.flatMap { row -> [UInt8] in
            var bytes = [UInt8](repeating: 0, count: 1 + (row.count * bits + 7) / 8)
            for (x, pixel) in row.enumerated() {
                bytes[1 + x * bits / 8] |= (pixel.red >> (8 - bits)) << (8 - bits - x * bits % 8)
            }
            return bytes
        }
        #expect(Deflate.bytes(of: data(of: png), count: raw.count) == raw)
    }

    @Test("repeated parts take hardly more bytes than with zlib, and noise hardly more than it has")
    func sizes() throws {
        for kind in [Kind.letters, .blocks, .noise] {
            let rows = kind.rows(640, 320)
            let raw: [UInt8] = rows.flatMap { row -> [UInt8] in [0] + row.flatMap { $0.bytes.prefix(3) } }
            let ratio = Double(data(of: try encoded(rows)).count) / Double(Deflate.stream(raw, level: 4).count)
            #expect(ratio < 1.3, "\(kind)")
        }
        #expect(try encoded(Kind.flat.rows(640, 640)).count < 10_000)
    }

    @Test("an encoding that is stopped returns nothing")
    func stopped() throws {
        #expect(try PNGEncoder.encode(width: 4, height: 3, style: .drawing) { y, _ in y < 2 }.isEmpty)
    }

    private func encoded(_ rows: [[RGBA]], hasAlpha: Bool = false, greyBits: Int? = nil) throws -> [UInt8] {
        try PNGEncoder.encode(
            width: rows[0].count, height: rows.count, hasAlpha: hasAlpha, greyBits: greyBits, style: .drawing
        ) { y, pixels in
            for x in rows[y].indices { pixels[x] = rows[y][x] }
            return true
        }
    }

    private func data(of png: [UInt8]) -> [UInt8] {
        Samples.chunks(png).filter { $0.type == "IDAT" }.flatMap { $0.body }
    }
}

extension RGBA {
    fileprivate var opaque: RGBA { RGBA(red: red, green: green, blue: blue) }
    fileprivate var bytes: [UInt8] { [red, green, blue, alpha] }
}
