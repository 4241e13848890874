import Domain

/// A picture of computed sample values, written as a PNG of any type, and its expected pixels: both straight from the
/// specification, without the library that reads it.
struct RawPicture {
    enum Kind: UInt8, CaseIterable {
        case grey = 0
        case color = 2
        case palette = 3
        case greyAlpha = 4
        case colorAlpha = 6

        var channels: Int {
            switch self {
            case .grey, .palette: 1
            case .greyAlpha: 2
            case .color: 3
            case .colorAlpha: 4
            }
        }

        var depths: [Int] {
            switch self {
            case .grey: [1, 2, 4, 8, 16]
            case .palette: [1, 2, 4, 8]
            default: [8, 16]
            }
        }
    }

    let kind: Kind
    let depth: Int
    let width: Int
    let height: Int
    var isInterlaced = false
    /// tRNS: one value per channel, or the alphas of the first palette entries.
    var key: [Int]?
    var chunks: [Samples.Chunk] = []
    /// Chunks after the palette and its alphas.
    var later: [Samples.Chunk] = []
    /// The row filters in turn; each pass starts with the first.
    var filters = [0, 1, 2, 3, 4]
    /// Bytes per pixel chunk; `nil` for a single chunk.
    var part: Int?
    /// The zlib level; `nil` for stored blocks without zlib.
    var level: Int32?

    var most: Int { (1 << depth) - 1 }
    private var entries: Int { min(1 << depth, 200) }

    func code(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        let value = x * 7 + y * 13 + channel * 57 + x * y * 3 + (x * 2_654_435 &+ y * 40_503) % 251
        return kind == .palette ? value % entries : (value &* (depth == 16 ? 257 : 1) + value) & most
    }

    func entry(_ index: Int) -> [UInt8] {
        [UInt8(index * 37 & 255), UInt8((index * 91 + 20) & 255), UInt8(255 - index & 255)]
    }

    /// The expected pixel before gamma.
    func pixel(_ x: Int, _ y: Int) -> RGBA {
        let codes = (0..<kind.channels).map { code(x, y, $0) }
        let levels = codes.map { UInt8((Double($0) * 255 / Double(most)).rounded()) }
        let isKey = kind != .palette && key == codes
        switch kind {
        case .palette:
            let color = entry(codes[0])
            let alphas = key ?? []
            let alpha = codes[0] < alphas.count ? UInt8(alphas[codes[0]]) : 255
            return RGBA(red: color[0], green: color[1], blue: color[2], alpha: alpha)
        case .grey: return RGBA(red: levels[0], green: levels[0], blue: levels[0], alpha: isKey ? 0 : 255)
        case .greyAlpha: return RGBA(red: levels[0], green: levels[0], blue: levels[0], alpha: levels[1])
        case .color: return RGBA(red: levels[0], green: levels[1], blue: levels[2], alpha: isKey ? 0 : 255)
        case .colorAlpha: return RGBA(red: levels[0], green: levels[1], blue: levels[2], alpha: levels[3])
        }
    }

    var rows: [[RGBA]] { (0..<height).map { y in (0..<width).map { pixel($0, y) } } }

    var bytes: [UInt8] {
        let header = Samples.header(
            width: width, height: height, depth: UInt8(depth), color: kind.rawValue, interlaced: isInterlaced)
        var before = chunks
        if kind == .palette {
            before.append(Samples.Chunk(type: "PLTE", body: (0..<entries).flatMap(entry)))
        }
        if let key {
            let body = kind == .palette ? key.map { UInt8($0) } : key.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
            before.append(Samples.Chunk(type: "tRNS", body: body))
        }
        let end = Samples.Chunk(type: "IEND", body: [])
        return Samples.png([header] + before + later + parts + [end])
    }

    private var parts: [Samples.Chunk] {
        let stream = level.map { Deflate.stream(lines, level: $0) } ?? Samples.stored(lines)
        return stride(from: 0, to: stream.count, by: part ?? stream.count).map { start in
            Samples.Chunk(type: "IDAT", body: Array(stream[start..<min(start + (part ?? stream.count), stream.count)]))
        }
    }

    /// The starts and steps of Adam7's passes: x, y, across, down.
    private static let passes = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]

    private var lines: [UInt8] {
        let passes = isInterlaced ? Self.passes : [(0, 0, 1, 1)]
        return passes.flatMap { pass in
            let columns = Array(stride(from: pass.0, to: width, by: pass.2))
            let rows = columns.isEmpty ? [] : Array(stride(from: pass.1, to: height, by: pass.3))
            return filtered(rows.map { y in packed(columns.flatMap { x in codes(x, y) }) })
        }
    }

    private func codes(_ x: Int, _ y: Int) -> [Int] { (0..<kind.channels).map { code(x, y, $0) } }

    private func packed(_ codes: [Int]) -> [UInt8] {
        if depth == 16 { return codes.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }
        var bytes = [UInt8](repeating: 0, count: (codes.count * depth + 7) / 8)
        for (index, code) in codes.enumerated() {
            bytes[index * depth / 8] |= UInt8(code << (8 - depth - index * depth % 8))
        }
        return bytes
    }

    private func filtered(_ rows: [[UInt8]]) -> [UInt8] {
        let step = max(1, kind.channels * depth / 8)
        var above = [UInt8](repeating: 0, count: rows.first?.count ?? 0)
        return rows.enumerated().flatMap { number, row in
            defer { above = row }
            let filter = filters[number % filters.count]
            let line = row.indices.map { at in
                let left = at >= step ? row[at - step] : 0
                let corner = at >= step ? above[at - step] : 0
                return row[at] &- guess(filter, left, above[at], corner)
            }
            return [UInt8(filter)] + line
        }
    }

    private func guess(_ filter: Int, _ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
        switch filter {
        case 1: return left
        case 2: return above
        case 3: return UInt8((Int(left) + Int(above)) / 2)
        case 4:
            let all = Int(left) + Int(above) - Int(corner)
            let ways = [left, above, corner].map { abs(all - Int($0)) }
            if ways[0] <= ways[1], ways[0] <= ways[2] { return left }
            return ways[1] <= ways[2] ? above : corner
        default: return 0
        }
    }
}
