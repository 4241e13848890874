/// A small ICC display profile (ICC.1:2022): three primaries or one grey, with one curve for all channels.
struct ICCProfile {
    enum Curve {
        case power(Double)
        /// The sRGB curve as a parametric function.
        case formula
        /// A table of arbitrary light values.
        case list([Double])
    }

    var curve = Curve.formula
    var isGrey = false
    /// XYZ of red, green and blue, adapted to D50.
    var lights = ICCProfile.standard

    static let standard = [[0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410]]
    static let displayP3 = [[0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407]]

    var bytes: [UInt8] {
        let trc = Samples.Chunk(type: "TRC", body: curveBytes)
        var tags = [Samples.Chunk(type: "wtpt", body: Self.xyz([0.9642, 1, 0.8249]))]
        if isGrey {
            tags.append(Samples.Chunk(type: "kTRC", body: trc.body))
        } else {
            for (name, light) in zip(["r", "g", "b"], lights) {
                tags.append(Samples.Chunk(type: name + "XYZ", body: Self.xyz(light)))
                tags.append(Samples.Chunk(type: name + "TRC", body: trc.body))
            }
        }
        return Self.assembled(tags, space: isGrey ? "GRAY" : "RGB ")
    }

    private var curveBytes: [UInt8] {
        switch curve {
        case .power(let power):
            return Array("curv".utf8) + [0, 0, 0, 0, 0, 0, 0, 1] + Self.two(Int(power * 256)) + [0, 0]
        case .formula:
            let values = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
            return Array("para".utf8) + [0, 0, 0, 0, 0, 3, 0, 0] + values.flatMap(Self.fixed)
        case .list(let values):
            let codes = values.flatMap { Self.two(Int(($0 * 65_535).rounded())) }
            return Array("curv".utf8) + [0, 0, 0, 0] + Samples.bigEndian(UInt32(values.count)) + codes
        }
    }

    private static func assembled(_ tags: [Samples.Chunk], space: String) -> [UInt8] {
        var table = Samples.bigEndian(UInt32(tags.count))
        var body: [UInt8] = []
        let start = 128 + 4 + 12 * tags.count
        for tag in tags {
            let padding = [UInt8](repeating: 0, count: (4 - tag.body.count % 4) % 4)
            table += Array(tag.type.utf8) + Samples.bigEndian(UInt32(start + body.count))
            table += Samples.bigEndian(UInt32(tag.body.count))
            body += tag.body + padding
        }
        var head = Samples.bigEndian(UInt32(start + body.count)) + [0, 0, 0, 0, 4, 0x20, 0, 0]
        head += Array("mntr\(space)XYZ ".utf8) + [7, 208, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + Array("acsp".utf8)
        head += [UInt8](repeating: 0, count: 28)
        head += [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D]
        head += [UInt8](repeating: 0, count: 128 - head.count)
        return head + table + body
    }

    private static func xyz(_ values: [Double]) -> [UInt8] {
        Array("XYZ ".utf8) + [0, 0, 0, 0] + values.flatMap(fixed)
    }

    private static func fixed(_ value: Double) -> [UInt8] {
        Samples.bigEndian(UInt32(bitPattern: Int32((value * 65_536).rounded())))
    }

    private static func two(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }

    /// The PNG chunk with the profile.
    static func chunk(_ profile: [UInt8]) -> Samples.Chunk {
        Samples.Chunk(type: "iCCP", body: Array("any name".utf8) + [0, 0] + Samples.stored(profile))
    }

    /// A JPEG with the profile split into `parts` markers, in reverse order, behind its first marker.
    static func jpeg(_ jpeg: [UInt8], _ profile: [UInt8], parts: Int, without lost: Int? = nil) -> [UInt8] {
        let size = (profile.count + parts - 1) / parts
        let blocks = (1...parts).reversed().filter { $0 != lost }.flatMap { number in
            let part = profile.dropFirst((number - 1) * size).prefix(size)
            let body = Array("ICC_PROFILE\0".utf8) + [UInt8(number), UInt8(parts)] + part
            return [0xFF, 0xE2] + two(body.count + 2) + body
        }
        return Array(jpeg[..<2]) + blocks + Array(jpeg[2...])
    }
}
