import Domain

/// The paper: light summed in floats, painted on from back to front. It belongs to one painting and never leaves it.
final class Canvas {
    let width: Int
    let height: Int
    private(set) var pixels: [SIMD4<Float>]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = Array(repeating: .zero, count: width * height)
    }

    /// Fills closed outlines in pixels, y downwards; `alpha` 0…1.
    func fill(_ outlines: [[Point]], _ fill: Fill, alpha: Float = 1) {
        let cover = Coverage(outlines: outlines, paper: (width, height))
        cover.eachRow { row, parts in
            let light = fill.ink(row: row).light
            let start = row * width + cover.left
            for column in 0..<parts.count where parts[column] > 0.002 {
                let old = pixels[start + column]
                pixels[start + column] = old + (light - old) * (parts[column] * alpha)
            }
        }
    }

    /// Adds light around a point, falling to nothing at `radius`.
    func glow(_ center: Point, radius: Float, _ ink: Ink, strength: Float, squash: Float = 1) {
        guard radius > 0.5 else { return }
        let tall = radius * squash
        let rows = span(center.y, tall, height)
        let columns = span(center.x, radius, width)
        for row in rows {
            let dy = (Float(row) + 0.5 - center.y) / tall
            for column in columns {
                let dx = (Float(column) + 0.5 - center.x) / radius
                let rest = 1 - dx * dx - dy * dy
                guard rest > 0 else { continue }
                pixels[row * width + column] += ink.light * (rest * rest * rest * strength)
            }
        }
    }

    /// Replaces every pixel of a row by what `body` makes of its column and old light.
    func mapRow(_ row: Int, _ body: (_ column: Int, _ old: SIMD4<Float>) -> SIMD4<Float>) {
        let start = row * width
        for column in 0..<width {
            pixels[start + column] = body(column, pixels[start + column])
        }
    }

    /// The light at a place, the nearest one when it is off the paper.
    func light(_ column: Int, _ row: Int) -> SIMD4<Float> {
        pixels[min(max(row, 0), height - 1) * width + min(max(column, 0), width - 1)]
    }

    /// The finished picture, rows from the top.
    func developed() -> [RGBA] {
        pixels.map { light in
            let clipped = light.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
            let stored = clipped.squareRoot() * 255 + 0.5
            return RGBA(red: UInt8(stored.x), green: UInt8(stored.y), blue: UInt8(stored.z))
        }
    }

    private func span(_ middle: Float, _ reach: Float, _ limit: Int) -> Range<Int> {
        let bound = Float(limit)
        let low = Int(min(max(middle - reach, 0), bound))
        let high = Int(min(max(middle + reach + 1, 0), bound))
        return low..<max(low, high)
    }
}
