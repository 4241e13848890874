package import Domain

/// A bitmap that any display's firmware can read: uncompressed, bottom row first, with a header of 40 bytes
/// (BITMAPINFOHEADER) and 72 pixels per inch. One bit per pixel for black and white, four for 4 or 16 greys, otherwise
/// 24 bits of colour.
package enum BMPWriter {
    private static let inch: UInt32 = 2_835

    /// `row` fills row `y`; it is called from the bottom row to the top one. A row for which it returns `false` stays
    /// black.
    package static func bytes(
        width: Int, height: Int, depth: PixelDepth, row: (_ y: Int, _ pixels: inout MutableSpan<RGBA>) -> Bool
    ) -> [UInt8] {
        let palette = palette(depth)
        let bits = palette.isEmpty ? 24 : palette.count == 2 ? 1 : 4
        let stride = (width * bits + 31) / 32 * 4
        var bytes = head(width, height, bits: bits, colors: palette.count, stride: stride)
        bytes.reserveCapacity(bytes.count + palette.count * 4 + stride * height)
        for grey in palette { bytes += [grey, grey, grey, 0] }
        var pixels = [RGBA](repeating: RGBA(.black), count: width)
        for y in (0..<height).reversed() {
            var span = pixels.mutableSpan
            let isFilled = row(y, &span)
            let start = bytes.count
            bytes += [UInt8](repeating: 0, count: stride)
            guard isFilled else { continue }
            if bits == 24 { color(pixels, &bytes, start) } else { grey(pixels, bits, palette.count, &bytes, start) }
        }
        return bytes
    }

    /// The greys from black to white; empty for colours.
    private static func palette(_ depth: PixelDepth) -> [UInt8] {
        guard let bits = depth.bits else { return [] }
        let most = (1 << bits) - 1
        return (0...most).map { UInt8($0 * 255 / most) }
    }

    private static func color(_ pixels: [RGBA], _ bytes: inout [UInt8], _ start: Int) {
        for (x, pixel) in pixels.enumerated() {
            bytes[start + 3 * x] = pixel.blue
            bytes[start + 3 * x + 1] = pixel.green
            bytes[start + 3 * x + 2] = pixel.red
        }
    }

    /// Writes each pixel as an index into the palette; the leftmost pixel is in a byte's highest bits.
    private static func grey(_ pixels: [RGBA], _ bits: Int, _ colors: Int, _ bytes: inout [UInt8], _ start: Int) {
        let share = 8 / bits
        for (x, pixel) in pixels.enumerated() {
            let place = (Int(pixel.red) * (colors - 1) + 127) / 255
            bytes[start + x / share] |= UInt8(place << ((share - 1 - x % share) * bits))
        }
    }

    private static func head(_ width: Int, _ height: Int, bits: Int, colors: Int, stride: Int) -> [UInt8] {
        let offset = 54 + colors * 4
        var bytes: [UInt8] = [66, 77]
        for number in [offset + stride * height, 0, offset, 40, width, height] { bytes.append(word: UInt32(number)) }
        bytes += [1, 0, UInt8(bits), 0]
        for number in [0, UInt32(stride * height), inch, inch, UInt32(colors), 0] { bytes.append(word: number) }
        return bytes
    }
}

extension [UInt8] {
    fileprivate mutating func append(word: UInt32) {
        for shift in [0, 8, 16, 24] as [UInt32] { append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
}
