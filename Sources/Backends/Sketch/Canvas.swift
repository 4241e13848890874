import Domain

/// A canvas of linear light in floats, painted from back to front. Used by one painting only.
final class Canvas {
    let width: Int
    let height: Int
    private(set) var pixels: [SIMD4<Float>]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        pixels = Array(repeating: .zero, count: width * height)
    }

    /// Fills closed outlines, given in pixels with y downwards; `alpha` is 0…1.
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

    /// Adds light around a point that falls to zero at `radius`.
    func glow(_ center: Point, radius: Float, _ ink: Ink, strength: Float) {
        guard radius > 0.5 else { return }
        let rows = span(center.y, radius, height)
        let columns = span(center.x, radius, width)
        for row in rows {
            let dy = (Float(row) + 0.5 - center.y) / radius
            for column in columns {
                let dx = (Float(column) + 0.5 - center.x) / radius
                let rest = 1 - dx * dx - dy * dy
                guard rest > 0 else { continue }
                pixels[row * width + column] += ink.light * (rest * rest * rest * strength)
            }
        }
    }

    /// Replaces every pixel of a row by the result of `body` for its column and previous light.
    func mapRow(_ row: Int, _ body: (_ column: Int, _ old: SIMD4<Float>) -> SIMD4<Float>) {
        let start = row * width
        for column in 0..<width {
            pixels[start + column] = body(column, pixels[start + column])
        }
    }

    /// Returns the light at a pixel; positions outside the canvas use the nearest one.
    func light(_ column: Int, _ row: Int) -> SIMD4<Float> {
        pixels[min(max(row, 0), height - 1) * width + min(max(column, 0), width - 1)]
    }

    /// Converts the canvas to 8-bit pixels, rows from the top.
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

/// The fraction of each pixel covered by a set of closed outlines: exact areas by accumulation, as in Raph Levien's
/// font-rs. All outlines are oriented the same way, so overlapping ones are united.
struct Coverage {
    private(set) var left = 0
    private(set) var top = 0
    private(set) var width = 0
    private(set) var height = 0
    private var sums: [Float] = []

    /// Computes the coverage of outlines in pixels, with y downwards, clipped to the canvas.
    init(outlines: [[Point]], paper: (width: Int, height: Int)) {
        var low = Point(repeating: .infinity)
        var high = Point(repeating: -.infinity)
        for outline in outlines {
            for point in outline {
                low = pointwiseMin(low, point)
                high = pointwiseMax(high, point)
            }
        }
        guard low.x < Float(paper.width), low.y < Float(paper.height), high.x > 0, high.y > 0 else { return }
        left = Int(max(low.x, 0))
        top = Int(max(low.y, 0))
        width = min(Int(min(high.x, 1e6).rounded(.up)), paper.width) - left
        height = min(Int(min(high.y, 1e6).rounded(.up)), paper.height) - top
        guard width > 0, height > 0 else { return }
        sums = Array(repeating: 0, count: (width + 2) * height)
        for outline in outlines where outline.count > 2 {
            add(outline)
        }
    }

    /// Calls `body` for each row with the coverage of its pixels from `left` on.
    func eachRow(_ body: (_ row: Int, _ parts: [Float]) -> Void) {
        guard !sums.isEmpty else { return }
        var parts = [Float](repeating: 0, count: width)
        for row in 0..<height {
            var sum: Float = 0
            let start = row * (width + 2)
            for column in 0..<width {
                sum += sums[start + column]
                parts[column] = min(abs(sum), 1)
            }
            body(top + row, parts)
        }
    }

    private mutating func add(_ outline: [Point]) {
        var area: Float = 0
        var last = outline[outline.count - 1]
        for point in outline {
            area += last.x * point.y - point.x * last.y
            last = point
        }
        let way: Float = area < 0 ? -1 : 1
        let corner = Point(Float(left), Float(top))
        for point in outline {
            addEdge(last - corner, point - corner, way)
            last = point
        }
    }

    private mutating func addEdge(_ first: Point, _ second: Point, _ way: Float) {
        guard first.y != second.y else { return }
        let down = first.y < second.y
        let upper = down ? first : second
        let lower = down ? second : first
        guard lower.y > 0, upper.y < Float(height) else { return }
        let slope = (lower.x - upper.x) / (lower.y - upper.y)
        var x = upper.y < 0 ? upper.x - upper.y * slope : upper.x
        let end = min(height, Int(min(lower.y, Float(height)).rounded(.up)))
        for row in Int(max(upper.y, 0))..<max(end, Int(max(upper.y, 0))) {
            let part = min(Float(row + 1), lower.y) - max(Float(row), upper.y)
            let next = x + slope * part
            let bound = Float(width)
            addSpan(row, min(max(x, 0), bound), min(max(next, 0), bound), (down ? part : -part) * way)
            x = next
        }
    }

    /// Adds one edge within one row, from `x` to `next`, which contributes `worth` to the coverage of everything right
    /// of it.
    private mutating func addSpan(_ row: Int, _ x: Float, _ next: Float, _ worth: Float) {
        let start = row * (width + 2)
        let from = min(x, next)
        let to = max(x, next)
        let first = Int(from)
        let last = Int(to.rounded(.up))
        guard last > first + 1 else {
            let middle = 0.5 * (from + to) - Float(first)
            sums[start + first] += worth - worth * middle
            sums[start + first + 1] += worth * middle
            return
        }
        let steep = 1 / (to - from)
        var before: Float = 0
        for column in first..<last {
            let a = max(from, Float(column))
            let b = min(to, Float(column + 1))
            let share = (b - a) * steep
            let inside = share * (Float(column + 1) - 0.5 * (a + b))
            sums[start + column] += worth * (before + inside)
            before = share - inside
        }
        sums[start + last] += worth * before
    }
}

/// The fill of a shape. Heights are rows of pixels.
enum Fill: Sendable {
    case flat(Ink)
    /// A vertical gradient from `top` at row `from` to `bottom` at row `to`.
    case upright(top: Ink, bottom: Ink, from: Float, to: Float)

    func ink(row: Int) -> Ink {
        switch self {
        case .flat(let ink): return ink
        case .upright(let top, let bottom, let from, let to):
            return top.mixed(bottom, (Float(row) + 0.5 - from) / max(to - from, 1))
        }
    }
}

/// A colour in linear light, with three channels of 0…1 and above. Light is the square of the stored value (gamma 2):
/// close to sRGB, and computed only with exactly rounded operations, so that every machine produces the same bytes.
struct Ink: Equatable, Sendable {
    var light: SIMD4<Float>

    static let white = Ink(0xFFFFFF)
    static let black = Ink(0x000000)

    init(light: SIMD4<Float>) {
        self.light = light
    }

    /// Creates a colour from an sRGB code, `0xRRGGBB`.
    init(_ code: UInt32) {
        let stored = SIMD4<Float>(Float((code >> 16) & 255), Float((code >> 8) & 255), Float(code & 255), 0)
        let unit = stored / 255
        light = unit * unit
    }

    /// The perceived brightness; 0…1 for displayable colours.
    var tone: Float {
        (0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z).squareRoot()
    }

    func mixed(_ other: Ink, _ part: Float) -> Ink {
        Ink(light: light + (other.light - light) * min(max(part, 0), 1))
    }

    func times(_ factor: Float) -> Ink {
        Ink(light: light * factor)
    }

    func times(_ other: Ink) -> Ink {
        Ink(light: light * other.light)
    }
}
