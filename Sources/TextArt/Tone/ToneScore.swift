/// How good art without colours is, by its own samples: the structure of areas of two cells by one, and the tones of
/// cells against each other. 2 is perfect.
struct ToneScore: Comparable {
    let structure: Float
    let tone: Float

    /// `art` and `tones` are from 0 to 1, in rows of `width`.
    init(art: [Float], tones: [Float], width: Int) {
        let block = ToneTable.down
        var (sum, count) = (Float(0), Float(0))
        var means: [(Float, Float)] = []
        for top in stride(from: 0, to: tones.count / width - block + 1, by: block) {
            for left in stride(from: 0, to: width - block + 1, by: block) {
                let moments = Moments(art, tones, width, left, top, block)
                sum += moments.likeness
                count += 1
                means.append((moments.means.x, moments.means.y))
            }
        }
        structure = count > 0 ? sum / count : 0
        tone = ToneScore.correlation(means)
    }

    static func < (one: ToneScore, other: ToneScore) -> Bool {
        one.structure + one.tone < other.structure + other.tone
    }

    private static func correlation(_ pairs: [(Float, Float)]) -> Float {
        let count = Float(max(pairs.count, 1))
        let x = pairs.reduce(0) { $0 + $1.0 } / count
        let y = pairs.reduce(0) { $0 + $1.1 } / count
        var (xx, xy, yy) = (Float(0), Float(0), Float(0))
        for pair in pairs {
            xx += (pair.0 - x) * (pair.0 - x)
            xy += (pair.0 - x) * (pair.1 - y)
            yy += (pair.1 - y) * (pair.1 - y)
        }
        return xx * yy > 0 ? xy / (xx * yy).squareRoot() : 0
    }

    /// Means, variances and covariance of one area.
    private struct Moments {
        let means: SIMD2<Float>
        /// Contrast and structure as in SSIM (Wang and others 2004).
        let likeness: Float

        init(_ art: [Float], _ tones: [Float], _ width: Int, _ left: Int, _ top: Int, _ block: Int) {
            var sum = SIMD2<Float>()
            var squares = SIMD2<Float>()
            var both: Float = 0
            for y in top..<top + block {
                for x in left..<left + block {
                    let pair = SIMD2(art[y * width + x], tones[y * width + x])
                    sum += pair
                    squares += pair * pair
                    both += pair.x * pair.y
                }
            }
            let count = Float(block * block)
            means = sum / count
            let variances = squares / count - means * means
            let covariance = both / count - means.x * means.y
            likeness = (2 * covariance + 0.0009) / (variances.x + variances.y + 0.0009)
        }
    }
}
