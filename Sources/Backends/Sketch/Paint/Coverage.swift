/// How much of each pixel a set of closed outlines covers: exact areas by accumulation, as in Raph Levien's font-rs.
/// Outlines all turn the same way here, so that overlapping ones unite.
struct Coverage {
    private(set) var left = 0
    private(set) var top = 0
    private(set) var width = 0
    private(set) var height = 0
    private var sums: [Float] = []

    /// Pixels, y downwards, clipped to the paper.
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

    /// Calls `body` with the row and the parts of its pixels from `left` on.
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

    /// One edge within one row, from `x` to `next`, worth `worth` of coverage to all that is right of it.
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
