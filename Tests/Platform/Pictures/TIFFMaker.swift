import TestPictures

/// Builds uncompressed little-endian TIFF files.
struct TIFFMaker {
    var width: Int
    var height: Int
    /// Bits per sample, and the number of samples.
    var bits = 8
    var samples = 3
    /// 0 and 1 grey, 2 RGB, 3 palette, 5 CMYK.
    var photometric = 2
    var orientation = 1
    var rowsPerStrip: Int?
    /// The edge of square tiles, a multiple of 16.
    var tile: Int?
    /// 1 premultiplied, 2 not.
    var alpha: Int?
    /// Red, green and blue of each entry, in 16 bits.
    var colors: [Int] = []
    /// Strips or tiles.
    var parts: [[UInt8]]
    /// Additional or replacing fields: tag, type (1 and 7 byte, 3 short, 4 long), values.
    var more: [Int: (type: Int, values: [Int])] = [:]

    var bytes: [UInt8] {
        var fields: [Int: (type: Int, values: [Int])] = [
            256: (4, [width]), 257: (4, [height]), 258: (3, [Int](repeating: bits, count: samples)), 259: (3, [1]),
            262: (3, [photometric]), 274: (3, [orientation]), 277: (3, [samples]),
        ]
        if let alpha { fields[338] = (3, [alpha]) }
        if !colors.isEmpty { fields[320] = (3, colors) }
        let sizes = parts.map(\.count)
        let starts = parts.indices.map { 8 + sizes[..<$0].reduce(0, +) }
        if let tile {
            fields[322] = (4, [tile])
            fields[323] = (4, [tile])
        } else {
            fields[278] = (4, [rowsPerStrip ?? height])
        }
        fields[tile == nil ? 273 : 324] = (4, starts)
        fields[tile == nil ? 279 : 325] = (4, sizes)
        fields.merge(more) { $1 }
        var body: [UInt8] = Array(parts.joined())
        if body.count % 2 == 1 { body.append(0) }
        return Array("II*\0".utf8) + BMPMaker.number(8 + body.count) + body
            + Self.directory(fields, at: 8 + body.count)
    }

    private static func directory(_ fields: [Int: (type: Int, values: [Int])], at place: Int) -> [UInt8] {
        var entries = GIFMaker.number(fields.count)
        var behind: [UInt8] = []
        let start = place + 2 + fields.count * 12 + 4
        for (tag, field) in fields.sorted(by: { $0.key < $1.key }) {
            let values = field.values.flatMap {
                Array(BMPMaker.number($0).prefix([1: 1, 3: 2, 7: 1][field.type] ?? 4))
            }
            entries += GIFMaker.number(tag) + GIFMaker.number(field.type) + BMPMaker.number(field.values.count)
            if values.count <= 4 {
                entries += values + [UInt8](repeating: 0, count: 4 - values.count)
            } else {
                entries += BMPMaker.number(start + behind.count)
                behind += values
            }
        }
        return entries + [0, 0, 0, 0] + behind
    }
}
