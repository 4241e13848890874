internal import Domain

extension Charset {
    /// The characters, the blank first. Where two look the same, the one in front is taken: commoner ones come first.
    var shapes: [Unicode.Scalar] {
        switch self {
        case .basic: Array(" .:-=+*#%@".unicodeScalars)
        case .extended: Charset.ramp
        case .blocks: Array(" ░▒▓█".unicodeScalars)
        case .minimal: Array(" .#".unicodeScalars)
        case .digits: [" "] + Charset.range(0x30...0x39)
        case .half: Array(" ▀▄█".unicodeScalars)
        case .ascii: Charset.range(0x20...0x7E)
        case .latin: Charset.range(0x20...0x7E) + Charset.latin
        case .quad: Charset.quads
        case .sextant: Charset.sextants
        case .octant: Charset.quads + Charset.octants
        case .braille: [" "] + Charset.range(0x2801...0x28FF)
        case .block: Charset.quads + Charset.eighths
        case .box: [" "] + Charset.range(0x2500...0x257F)
        case .all: Charset.everything
        }
    }

    private static func range(_ codes: ClosedRange<UInt32>) -> [Unicode.Scalar] {
        codes.compactMap { Unicode.Scalar($0) }
    }

    /// Without the soft hyphen and marks that stand alone, which not every terminal draws.
    private static var latin: [Unicode.Scalar] {
        range(0xA1...0xFF).filter { ![0xA8, 0xAD, 0xAF, 0xB4, 0xB8].contains($0.value) }
    }

    /// Paul Bourke's seventy characters.
    private static let ramp = Array(
        #" .'`^",:;Il!i><~+_-?][}{1)(|\/tfjrxnuvczXYUJCLQ0OZmwqpdbkhao*#MW&8%B@$"#.unicodeScalars)
    private static let quads = Array(" ▀▄▌▐▘▝▖▗▚▞▛▜▙▟█".unicodeScalars)
    private static var sextants: [Unicode.Scalar] { Array(" ▌▐█".unicodeScalars) + range(0x1FB00...0x1FB3B) }
    private static var eighths: [Unicode.Scalar] { Array("▁▂▃▅▆▇▉▊▋▍▎▏▔▕".unicodeScalars) }

    private static var octants: [Unicode.Scalar] {
        let others = [0x1CEA8, 0x1CEAB, 0x1CEA3, 0x1CEA0, 0x1FBE6, 0x1FBE7, 0x2582, 0x2586, 0x1FB82, 0x1FB85]
        return others.compactMap { Unicode.Scalar($0) } + range(0x1CD00...0x1CDE5)
    }

    private static var everything: [Unicode.Scalar] {
        let all = quads + eighths + range(0x21...0x7E) + range(0x2500...0x257F) + sextants + octants
        var seen: Set<Unicode.Scalar> = []
        return all.filter { seen.insert($0).inserted }
    }
}
