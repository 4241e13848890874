/// A place on the paper or in a shape's own units.
typealias Point = SIMD2<Float>

extension SIMD2<Float> {
    var length: Float { (x * x + y * y).squareRoot() }
}
