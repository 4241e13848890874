import Domain

/// Makes text of a dropped file's bytes.
enum TextDecoding {
    /// UTF-8 with or without a byte-order mark, or UTF-16 with one; lines end with `\n` afterwards. Throws `.notUTF8` and
    /// `.binary`.
    static func text(of bytes: [UInt8]) throws(PromptFailure) -> String {
        let text = try marked(bytes)
        if let offset = ControlCharacter.offset(in: text) { throw .binary(offset: offset) }
        return String(String.UnicodeScalarView(normalised(text.unicodeScalars)))
    }

    private static func marked(_ bytes: [UInt8]) throws(PromptFailure) -> String {
        if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes) { UInt16($0) | UInt16($1) << 8 } }
        if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes) { UInt16($0) << 8 | UInt16($1) } }
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        if let text = String(validating: bytes.dropFirst(mark), as: UTF8.self) {
            if text.utf8.contains(0), let likely = EncodingGuess.utf16(bytes) {
                throw .notUTF8(offset: text.utf8.prefix { $0 != 0 }.count + mark, likely: likely)
            }
            return text
        }
        throw EncodingGuess.failure(for: bytes)
    }

    private static func utf16(
        _ bytes: [UInt8], _ unit: (UInt8, UInt8) -> UInt16
    ) throws(PromptFailure) -> String {
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
        guard bytes.count % 2 == 0, let text = String(validating: units, as: UTF16.self) else {
            throw .binary(offset: bytes.count - bytes.count % 2)
        }
        return text
    }

    private static func normalised(_ scalars: String.UnicodeScalarView) -> [Unicode.Scalar] {
        var kept: [Unicode.Scalar] = []
        var afterReturn = false
        for scalar in scalars {
            if scalar == "\r" {
                kept.append("\n")
            } else if !(scalar == "\n" && afterReturn) {
                kept.append(scalar)
            }
            afterReturn = scalar == "\r"
        }
        return kept
    }
}
