/// Decodes the bytes of a text from outside: a dropped file or standard input.
package enum TextDecoding {
    /// Decodes UTF-8 with or without a byte-order mark, or UTF-16 with one, and normalises line ends to `\n`. Throws
    /// `.notUTF8` and `.binary`.
    package static func text(of bytes: [UInt8]) throws(PromptFailure) -> String {
        let text = try decoded(bytes)
        if let offset = ControlCharacter.offset(in: text) { throw .binary(offset: offset) }
        guard text.utf8.contains(UInt8(ascii: "\r")) else { return text }
        return String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
    }

    private static func decoded(_ bytes: [UInt8]) throws(PromptFailure) -> String {
        if bytes.starts(with: [0xFF, 0xFE]) { return try utf16(bytes) { UInt16($0) | UInt16($1) << 8 } }
        if bytes.starts(with: [0xFE, 0xFF]) { return try utf16(bytes) { UInt16($0) << 8 | UInt16($1) } }
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        if let text = String(validating: bytes.dropFirst(mark), as: UTF8.self) {
            if text.utf8.contains(0), let likely = EncodingDetector.utf16(bytes) {
                throw .notUTF8(offset: text.utf8.prefix { $0 != 0 }.count + mark, likely: likely)
            }
            return text
        }
        throw EncodingDetector.failure(for: bytes)
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
}

/// Guesses the encoding of bytes that are not UTF-8, for the error message.
enum EncodingDetector {
    static func failure(for bytes: [UInt8]) -> PromptFailure {
        let offset = firstFault(in: bytes)
        if let likely = utf16(bytes) { return .notUTF8(offset: offset, likely: likely) }
        if let control = bytes.firstIndex(where: { $0 < 32 && ![9, 10, 12, 13].contains($0) }) {
            return .binary(offset: control)
        }
        return .notUTF8(offset: offset, likely: likely(bytes))
    }

    /// Recognises UTF-16 without a byte-order mark by its zero bytes: every second byte of Latin text, and of spaces
    /// and line ends in any script.
    static func utf16(_ bytes: [UInt8]) -> String? {
        guard bytes.count >= 4, bytes.count % 2 == 0 else { return nil }
        let head = bytes.prefix(4096)
        let units = head.count / 2
        let even = stride(from: 0, to: units * 2, by: 2).count { head[$0] == 0 }
        let odd = stride(from: 1, to: units * 2, by: 2).count { head[$0] == 0 }
        if odd * 2 > units, even == 0 { return "UTF-16LE" }
        if even * 2 > units, odd == 0 { return "UTF-16BE" }
        return nil
    }

    private static func likely(_ bytes: [UInt8]) -> String? {
        let high = bytes.count { $0 >= 0x80 }
        let korean = pairs(in: bytes, lead: 0x81...0xFE, isTrail: isKoreanTrail)
        let hangul = pairs(in: bytes, lead: 0xB0...0xC8, isTrail: { $0 >= 0xA1 && $0 <= 0xFE }, skipsOthers: true)
        let japanese = pairs(in: bytes, lead: 0x81...0x9F, isTrail: isJapaneseTrail, skipsOthers: true)
        if let korean, let hangul, hangul * 2 * 2 >= high, korean > 0 { return "CP949" }
        if let japanese, japanese * 2 * 2 >= high { return "Shift_JIS" }
        if let korean, korean * 2 >= high, high >= 4 { return "CP949" }
        return bytes.contains { (0x80...0x9F).contains($0) } ? "Windows-1252" : "ISO-8859-1"
    }

    /// Returns the number of two-byte characters; `nil` when a byte above 0x7F belongs to none, unless `skipsOthers`.
    private static func pairs(
        in bytes: [UInt8], lead: ClosedRange<UInt8>, isTrail: (UInt8) -> Bool, skipsOthers: Bool = false
    ) -> Int? {
        var count = 0
        var index = 0
        while index < bytes.count {
            if lead.contains(bytes[index]), index + 1 < bytes.count, isTrail(bytes[index + 1]) {
                count += 1
                index += 2
            } else {
                guard bytes[index] < 0x80 || skipsOthers else { return nil }
                index += 1
            }
        }
        return count
    }

    private static func isKoreanTrail(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || (0x81...0xFE).contains(byte)
    }

    private static func isJapaneseTrail(_ byte: UInt8) -> Bool {
        (0x40...0x7E).contains(byte) || (0x80...0xFC).contains(byte)
    }

    private static func firstFault(in bytes: [UInt8]) -> Int {
        var decoder = UTF8()
        var rest = bytes.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&rest) { offset += UTF8.width(scalar) }
        return offset
    }
}
