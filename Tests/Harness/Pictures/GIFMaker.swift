/// Builds GIF files byte by byte. LZW codes never grow: a clear code comes before the table would.
package struct GIFMaker {
    package struct Frame {
        package var left = 0
        package var top = 0
        package var width: Int
        package var height: Int
        package var interlaced = false
        /// Four colours as `0xRRGGBB`; empty to use the global table.
        package var colors: [Int] = []
        package var transparent: UInt8?
        /// Hundredths of a second.
        package var delay = 0
        /// 0 to 7; 2 clears the frame's rectangle, 3 restores it.
        package var disposal: UInt8 = 0
        /// An index from 0 to 3 per pixel, in file order.
        package var indices: [UInt8]

        package init(
            left: Int = 0, top: Int = 0, width: Int, height: Int, interlaced: Bool = false, colors: [Int] = [],
            transparent: UInt8? = nil, delay: Int = 0, disposal: UInt8 = 0, indices: [UInt8]
        ) {
            self.left = left
            self.top = top
            self.width = width
            self.height = height
            self.interlaced = interlaced
            self.colors = colors
            self.transparent = transparent
            self.delay = delay
            self.disposal = disposal
            self.indices = indices
        }
    }

    package var width: Int
    package var height: Int
    /// Four colours, or empty for no global table.
    package var colors: [Int] = []
    package var frames: [Frame]
    package var before: [UInt8] = []

    package init(width: Int, height: Int, colors: [Int] = [], frames: [Frame], before: [UInt8] = []) {
        self.width = width
        self.height = height
        self.colors = colors
        self.frames = frames
        self.before = before
    }

    /// A film of a light square that moves over grey by three pixels a frame, from the left to the right. `side` and `delay` are in pixels
    /// and hundredths of a second.
    package static func film(frames: Int, side: Int = 32, delay: Int = 10, before: [UInt8] = []) -> [UInt8] {
        let size = side / 4
        return GIFMaker(
            width: side, height: side, colors: [0x404040, 0xFFFFFF, 0xFF0000, 0x0000FF],
            frames: (0..<frames).map { frame in
                let left = frame * 3 % (side - size)
                let indices = (0..<side * side).map { place -> UInt8 in
                    let (x, y) = (place % side - left, place / side - size)
                    return (0..<size).contains(x) && (0..<size).contains(y) ? 1 : 0
                }
                return Frame(width: side, height: side, delay: delay, indices: indices)
            }, before: before
        ).bytes
    }

    /// The extension that asks for a number of repetitions, 0 for ever.
    package static func loops(_ count: Int) -> [UInt8] {
        [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + number(count) + [0]
    }

    package var bytes: [UInt8] {
        var bytes = Array("GIF89a".utf8) + Self.number(width) + Self.number(height)
        bytes += [colors.isEmpty ? 0 : 0x81, 0, 0] + Self.table(colors) + before
        for frame in frames { bytes += Self.bytes(frame) }
        return bytes + [0x3B]
    }

    private static func bytes(_ frame: Frame) -> [UInt8] {
        var bytes: [UInt8] = []
        if frame.transparent != nil || frame.delay > 0 || frame.disposal > 0 {
            let flags = frame.disposal << 2 | (frame.transparent == nil ? 0 : 1)
            bytes += [0x21, 0xF9, 4, flags] + number(frame.delay) + [frame.transparent ?? 0, 0]
        }
        bytes += [0x2C] + number(frame.left) + number(frame.top) + number(frame.width) + number(frame.height)
        bytes += [(frame.colors.isEmpty ? 0 : 0x81) | (frame.interlaced ? 0x40 : 0)] + table(frame.colors)
        return bytes + [2] + blocks(packed(frame.indices)) + [0]
    }

    /// Three-bit codes: 0 to 3 are indices, 4 clears, 5 ends. After a clear, two codes fit before a fourth bit is
    /// needed.
    private static func packed(_ indices: [UInt8]) -> [UInt8] {
        var codes: [UInt8] = []
        for (place, index) in indices.enumerated() {
            if place % 2 == 0 { codes.append(4) }
            codes.append(index)
        }
        codes.append(5)
        var bytes = [UInt8](repeating: 0, count: (codes.count * 3 + 7) / 8)
        for (place, code) in codes.enumerated() {
            for bit in 0..<3 where code >> bit & 1 == 1 { bytes[(place * 3 + bit) / 8] |= 1 << ((place * 3 + bit) % 8) }
        }
        return bytes
    }

    private static func blocks(_ bytes: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: 255).reduce(into: []) { blocks, start in
            let part = bytes[start..<min(start + 255, bytes.count)]
            blocks += [UInt8(part.count)] + part
        }
    }

    private static func table(_ colors: [Int]) -> [UInt8] {
        colors.flatMap { [UInt8($0 >> 16 & 255), UInt8($0 >> 8 & 255), UInt8($0 & 255)] }
    }

    package static func number(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }
}
