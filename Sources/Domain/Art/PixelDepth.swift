/// How many bits a pixel of the art as a picture has.
package enum PixelDepth: String, Equatable, Sendable, Codable, CaseIterable {
    /// Black and white, without smoothing.
    case one = "1"
    /// Four greys.
    case two = "2"
    /// Sixteen greys.
    case four = "4"
    /// All colours.
    case full

    /// Bits of grey; `nil` for colours.
    package var bits: Int? { Int(rawValue) }
}
