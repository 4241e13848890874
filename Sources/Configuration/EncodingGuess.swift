import Domain

/// Guesses which encoding bytes are in that are no UTF-8, so that a person can be told.
enum EncodingGuess {
    static func failure(for bytes: [UInt8]) -> PromptFailure {
        let offset = firstFault(in: bytes)
        if let likely = utf16(bytes) { return .notUTF8(offset: offset, likely: likely) }
        if let control = bytes.firstIndex(where: { $0 < 32 && ![9, 10, 12, 13].contains($0) }) {
            return .binary(offset: control)
        }
        return .notUTF8(offset: offset, likely: likely(bytes))
    }

    /// UTF-16 without a mark: every second byte of Latin text is zero, spaces and line ends are in any script.
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

    /// How many pairs there are; `nil` when a high byte belongs to none, unless others are skipped.
    private static func pairs(
        in bytes: [UInt8], lead: ClosedRange<UInt8>, isTrail: (UInt8) -> Bool, skipsOthers: Bool = false
    ) -> Int? {
        var count = 0
        var place = 0
        while place < bytes.count {
            if lead.contains(bytes[place]), place + 1 < bytes.count, isTrail(bytes[place + 1]) {
                count += 1
                place += 2
            } else {
                guard bytes[place] < 0x80 || skipsOthers else { return nil }
                place += 1
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
