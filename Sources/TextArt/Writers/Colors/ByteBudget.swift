/// Finds the finest writing that is small enough.
enum ByteBudget {
    /// Tolerances to be tried; the last one makes of every row a single pen, but for pure black and white.
    private static let ladder: [Double] = [0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 32, 40, 50, 200]

    /// Writes at `tolerance`, then coarser until it has at most `limit` bytes. The last try is given back when none has.
    static func fit(_ limit: Int?, from tolerance: Double, _ write: (Double) -> [UInt8]) -> [UInt8] {
        var written = write(tolerance)
        guard let limit else { return written }
        for coarser in ladder where coarser > tolerance {
            guard written.count > limit else { return written }
            written = write(coarser)
        }
        return written
    }
}
