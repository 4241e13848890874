import Domain
import PlatformPictures

/// Builds animated PNGs whose frames each have one colour.
struct APNGMaker {
    struct Frame {
        var left = 0
        var top = 0
        var width: Int
        var height: Int
        var color: RGBA
        var delay: (Int, Int) = (1, 10)
        /// 0 keeps, 1 clears, 2 restores.
        var disposal: UInt8 = 0
        var blends = false
        /// The number of chunks for the frame's data.
        var parts = 1
    }

    var width: Int
    var height: Int
    var plays = 0
    var frames: [Frame]
    /// The picture for programs that know no animation, unless it is the first frame.
    var still: RGBA?
    /// Chunks before the pixels.
    var before: [Samples.Chunk] = []
    var isInterlaced = false

    var chunks: [Samples.Chunk] {
        let header = Samples.header(width: width, height: height, depth: 8, color: 6, interlaced: isInterlaced)
        var chunks = [header] + before
        chunks.append(.init(type: "acTL", body: Self.number(frames.count) + Self.number(plays)))
        if let still { chunks.append(.init(type: "IDAT", body: data(width, height, still))) }
        var sequence = 0
        for (index, frame) in frames.enumerated() {
            chunks.append(.init(type: "fcTL", body: Self.number(sequence) + control(frame)))
            sequence += 1
            for part in split(data(frame.width, frame.height, frame.color), frame.parts) {
                let isFirst = index == 0 && still == nil
                chunks.append(
                    .init(type: isFirst ? "IDAT" : "fdAT", body: isFirst ? part : Self.number(sequence) + part))
                if !isFirst { sequence += 1 }
            }
        }
        return chunks + [.init(type: "IEND", body: [])]
    }

    var bytes: [UInt8] { Samples.png(chunks) }

    private func control(_ frame: Frame) -> [UInt8] {
        let sides = [frame.width, frame.height, frame.left, frame.top].flatMap(Self.number)
        let delay = [frame.delay.0 >> 8, frame.delay.0 & 255, frame.delay.1 >> 8, frame.delay.1 & 255]
        return sides + delay.map { UInt8($0) } + [frame.disposal, frame.blends ? 1 : 0]
    }

    private func data(_ width: Int, _ height: Int, _ color: RGBA) -> [UInt8] {
        let pixel = [color.red, color.green, color.blue, color.alpha]
        // Of one colour, the rows of every pass are alike: their number and length are all that interlacing changes.
        let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
        let lines = (isInterlaced ? passes : [(0, 0, 1, 1)]).flatMap { pass -> [UInt8] in
            let columns = stride(from: pass.0, to: width, by: pass.2).map { _ in pixel }
            let rows = columns.isEmpty ? [] : Array(stride(from: pass.1, to: height, by: pass.3))
            return rows.flatMap { _ in [0] + columns.flatMap(\.self) }
        }
        return Samples.stored(lines)
    }

    private func split(_ bytes: [UInt8], _ parts: Int) -> [[UInt8]] {
        let size = (bytes.count + parts - 1) / parts
        return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
    }

    static func number(_ value: Int) -> [UInt8] { Samples.bigEndian(UInt32(value)) }
}

/// Builds animated WebPs, lossless, whose frames each have one colour.
struct WebPMaker {
    struct Frame {
        /// Even.
        var left = 0
        /// Even.
        var top = 0
        var width: Int
        var height: Int
        var color: RGBA
        var delay = 100
        var clears = false
        var blends = false
    }

    var width: Int
    var height: Int
    var plays = 0
    var frames: [Frame]
    var profile: [UInt8]?

    var bytes: [UInt8] {
        let flags: UInt8 = 0x12 | (profile == nil ? 0 : 0x20)
        let head = [flags, 0, 0, 0] + Self.number(width - 1, 3) + Self.number(height - 1, 3)
        var body = Array("WEBP".utf8) + Self.chunk("VP8X", head)
        if let profile { body += Self.chunk("ICCP", profile) }
        body += Self.chunk("ANIM", [1, 2, 3, 255] + Self.number(plays, 2))
        for frame in frames { body += Self.chunk("ANMF", Self.frame(frame)) }
        return Array("RIFF".utf8) + Self.number(body.count, 4) + body
    }

    private static func frame(_ frame: Frame) -> [UInt8] {
        let places = number(frame.left / 2, 3) + number(frame.top / 2, 3)
        let sides = number(frame.width - 1, 3) + number(frame.height - 1, 3)
        let flags: UInt8 = (frame.blends ? 0 : 2) | (frame.clears ? 1 : 0)
        return places + sides + number(frame.delay, 3) + [flags]
            + chunk("VP8L", pixels(frame.width, frame.height, frame.color))
    }

    /// Every channel has a code of one symbol, which takes no bits.
    private static func pixels(_ width: Int, _ height: Int, _ color: RGBA) -> [UInt8] {
        // No transform, no colour cache, no groups of codes.
        var bits: [(Int, Int)] = [(0x2F, 8), (width - 1, 14), (height - 1, 14), (1, 1), (0, 3), (0, 3)]
        for value in [color.green, color.red, color.blue, color.alpha] { bits += [(0b101, 3), (Int(value), 8)] }
        // The distances are never used.
        bits += [(0b001, 3), (0, 1)]
        var bytes: [UInt8] = []
        var place = 0
        for (value, count) in bits {
            for bit in 0..<count {
                if place % 8 == 0 { bytes.append(0) }
                if value >> bit & 1 == 1 { bytes[place / 8] |= 1 << (place % 8) }
                place += 1
            }
        }
        return bytes
    }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        Array(name.utf8) + number(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(value >> (8 * $0) & 255) }
    }
}
