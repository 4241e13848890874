/// Reads the texts that a PNG carries beside its pixels (PNG, third edition, 11.3.3).
enum PNGText {
    /// The longest text that is read, in bytes.
    private static let longest = 256 << 10
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The text under a keyword, from an uncompressed `tEXt` or `iTXt` chunk; `nil` where there is none.
    static func text(_ keyword: String, in png: [UInt8]) -> String? {
        guard png.starts(with: signature) else { return nil }
        var place = signature.count
        while place + 12 <= png.count {
            let length = png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let data = place + 8
            guard length <= png.count - data - 4 else { return nil }
            if length <= longest, let text = text(keyword, png[place + 4..<data], png[data..<data + length]) {
                return text
            }
            place = data + length + 4
        }
        return nil
    }

    private static func text(_ keyword: String, _ type: ArraySlice<UInt8>, _ data: ArraySlice<UInt8>) -> String? {
        guard data.starts(with: Array(keyword.utf8) + [0]) else { return nil }
        let rest = data.dropFirst(keyword.utf8.count + 1)
        switch String(decoding: type, as: UTF8.self) {
        case "tEXt":
            // Latin-1 by the standard; stable-diffusion.cpp writes UTF-8.
            return String(validating: rest, as: UTF8.self)
                ?? String(String.UnicodeScalarView(rest.map { Unicode.Scalar($0) }))
        case "iTXt":
            // Compression flag and method, then language and translated keyword, each ended by a zero.
            guard rest.first == 0 else { return nil }
            let parts = rest.dropFirst(2).split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            return parts.count == 3 ? String(validating: parts[2], as: UTF8.self) : nil
        default: return nil
        }
    }
}
