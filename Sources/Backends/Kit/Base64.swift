/// Reads Base64 as services write it (RFC 4648, 4 and 5): either alphabet, line breaks and spaces anywhere, `=` at the
/// end or not.
package enum Base64 {
    /// The bytes; `nil` when there is anything else in the text, or too little of it.
    package static func bytes(of text: some Sequence<UInt8>) -> [UInt8]? {
        let letters = Array(text)
        let meanings = meanings
        var bytes: [UInt8] = []
        bytes.reserveCapacity(letters.count / 4 * 3 + 3)
        var bits: UInt32 = 0
        var count = 0
        var hasEnded = false
        for letter in letters {
            let meaning = meanings[Int(letter)]
            if meaning < 64, !hasEnded {
                bits = bits << 6 | UInt32(meaning)
                count += 1
                guard count == 4 else { continue }
                bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
                bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
                bytes.append(UInt8(truncatingIfNeeded: bits))
                (bits, count) = (0, 0)
            } else if meaning == padding {
                hasEnded = true
            } else if meaning != space {
                return nil
            }
        }
        guard count != 1 else { return nil }
        if count >= 2 { bytes.append(UInt8(truncatingIfNeeded: bits >> (UInt32(count) * 6 - 8))) }
        if count == 3 { bytes.append(UInt8(truncatingIfNeeded: bits >> 2)) }
        return bytes
    }

    private static let space: UInt8 = 64
    private static let padding: UInt8 = 65

    /// What each byte stands for: below 64 a letter's value, else `space`, `padding`, or 255 for a stranger.
    private static let meanings: [UInt8] = {
        var meanings = [UInt8](repeating: 255, count: 256)
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        for (value, letter) in letters.utf8.enumerated() { meanings[Int(letter)] = UInt8(value) }
        let others = [("+", 62), ("-", 62), ("/", 63), ("_", 63), (" \t\r\n", space), ("=", padding)]
        for (letters, value) in others {
            for letter in letters.utf8 { meanings[Int(letter)] = value }
        }
        return meanings
    }()
}
