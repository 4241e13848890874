/// Finds the finest writing that is small enough.
enum ByteBudget {
    /// Tolerances to be tried; the last one makes of every row a single pen, but for pure black and white.
    private static let ladder: [Double] = [0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 32, 40, 50, 200]

    /// Writes at `tolerance`; if that is more than `limit` bytes, at the finest step above it that fits. Coarser is
    /// taken to be smaller, so half of the steps are left out at each try. When none fits, the coarsest is given back.
    static func fit(_ limit: Int?, from tolerance: Double, _ write: (Double) -> [UInt8]) -> [UInt8] {
        let first = write(tolerance)
        guard let limit, first.count > limit else { return first }
        let steps = ladder.filter { $0 > tolerance }
        guard let last = steps.last else { return first }
        var found = write(last)
        guard found.count <= limit else { return found }
        var low = 0
        var high = steps.count - 1
        while low < high {
            let middle = (low + high) / 2
            let written = write(steps[middle])
            if written.count <= limit { (high, found) = (middle, written) } else { low = middle + 1 }
        }
        return found
    }
}
