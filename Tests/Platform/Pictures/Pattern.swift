import Domain
import Testing

/// The picture in the fixtures: 20 × 12 pixels, each unlike its neighbours.
enum Pattern {
    static let width = 20
    static let height = 12

    static func pixel(_ x: Int, _ y: Int) -> RGBA {
        RGBA(red: UInt8(x * 12), green: UInt8(y * 20), blue: UInt8((x * 7 + y * 13) % 256))
    }

    static func clear(_ x: Int, _ y: Int) -> RGBA {
        var pixel = pixel(x, y)
        pixel.alpha = UInt8(x * y * 3 % 256)
        return pixel
    }

    static var rows: [[RGBA]] { (0..<height).map { y in (0..<width).map { x in pixel(x, y) } } }

    /// Red grows to the right by 8 per pixel, green downwards, on 32 × 32 pixels.
    static func slope(_ x: Int, _ y: Int) -> RGBA { RGBA(red: UInt8(x * 8), green: UInt8(y * 8), blue: 128) }
}

extension RGBA {
    static let nothing = RGBA(red: 0, green: 0, blue: 0, alpha: 0)

    /// Whether every channel is within `bound`.
    func isNear(_ other: RGBA, within bound: Int = 2) -> Bool {
        [(red, other.red), (green, other.green), (blue, other.blue), (alpha, other.alpha)]
            .allSatisfy { abs(Int($0.0) - Int($0.1)) <= bound }
    }
}

extension Decoded {
    /// Whether each pixel is within `bound` of `expected`.
    func isNear(within bound: Int = 2, _ expected: (Int, Int) -> RGBA) -> Bool {
        rows.indices.allSatisfy { y in
            rows[y].indices.allSatisfy { x in self[x, y].isNear(expected(x, y), within: bound) }
        }
    }
}
