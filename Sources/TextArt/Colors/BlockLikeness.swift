/// How like two planes are in the structure of areas of two cells by one, which costs one look at each sample.
enum BlockLikeness {
    private static let side = ToneTable.down

    /// The mean over whole areas: 1 where both have the same structure, 0 where they have nothing in common.
    /// Both planes are from 0 to 1, in rows of `width`.
    static func mean(_ one: [Float], _ other: [Float], width: Int) -> Float {
        var (sum, count) = (Float(0), Float(0))
        for top in stride(from: 0, to: one.count / width - side + 1, by: side) {
            for left in stride(from: 0, to: width - side + 1, by: side) {
                sum += area(one, other, width, left, top)
                count += 1
            }
        }
        return count > 0 ? sum / count : 0
    }

    /// Contrast and structure as in SSIM (Wang and others 2004).
    private static func area(_ one: [Float], _ other: [Float], _ width: Int, _ left: Int, _ top: Int) -> Float {
        var sum = SIMD2<Float>()
        var squares = SIMD2<Float>()
        var both: Float = 0
        for y in top..<top + side {
            for x in left..<left + side {
                let pair = SIMD2(one[y * width + x], other[y * width + x])
                sum += pair
                squares += pair * pair
                both += pair.x * pair.y
            }
        }
        let count = Float(side * side)
        let means = sum / count
        let variances = squares / count - means * means
        let covariance = both / count - means.x * means.y
        return (2 * covariance + 0.0009) / (variances.x + variances.y + 0.0009)
    }
}
