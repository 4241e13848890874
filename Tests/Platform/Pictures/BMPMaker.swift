/// Builds BMP files byte by byte.
struct BMPMaker {
    var width: Int
    /// Negative if the first row is the top row.
    var height: Int
    var bits: Int
    var compression = 0
    var headSize = 40
    /// Red, green, blue, alpha.
    var masks: [UInt32] = []
    /// Colours as `0xRRGGBB`.
    var colors: [Int] = []
    /// Rows as stored, each padded to a multiple of four bytes, or runs.
    var pixels: [UInt8]

    var bytes: [UInt8] {
        let table = colors.flatMap { color -> [UInt8] in
            [UInt8(color & 255), UInt8(color >> 8 & 255), UInt8(color >> 16 & 255)] + (headSize == 12 ? [] : [0])
        }
        let head = head
        let offset = 14 + head.count + table.count
        let file = Array("BM".utf8) + Self.number(offset + pixels.count) + [0, 0, 0, 0] + Self.number(offset)
        return file + head + table + pixels
    }

    private var head: [UInt8] {
        let size = Self.number(headSize)
        guard headSize > 12 else { return size + short(width) + short(height) + short(1) + short(bits) }
        var head = size + Self.number(width) + Self.number(height) + short(1) + short(bits) + Self.number(compression)
        head += Self.number(pixels.count) + Self.number(0) + Self.number(0) + Self.number(colors.count) + Self.number(0)
        head += masks.flatMap { Self.number(Int($0)) }
        return head + [UInt8](repeating: 0, count: max(0, headSize - head.count))
    }

    private func short(_ value: Int) -> [UInt8] { Array(Self.number(value).prefix(2)) }

    static func number(_ value: Int) -> [UInt8] {
        let bits = UInt32(truncatingIfNeeded: value)
        return [UInt8(bits & 255), UInt8(bits >> 8 & 255), UInt8(bits >> 16 & 255), UInt8(bits >> 24)]
    }
}
