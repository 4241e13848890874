/// Reads Base64 as services write it (RFC 4648, 4 and 5): either alphabet, line breaks and spaces anywhere, `=` at the
/// end or not.
public enum Base64 {
    /// The bytes; `nil` when there is anything else in the text, or too little of it.
    public static func bytes(of text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.underestimatedCount / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        var hasEnded = false
        for letter in text {
            if spaces.contains(letter) { continue }
            if letter == UInt8(ascii: "=") {
                hasEnded = true
                continue
            }
            let value = values[Int(letter)]
            guard value < 64, !hasEnded else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 1
            guard count == 4 else { continue }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
            bytes.append(UInt8(truncatingIfNeeded: bits))
            bits = 0
            count = 0
        }
        guard count != 1 else { return nil }
        if count >= 2 { bytes.append(UInt8(truncatingIfNeeded: bits >> (UInt32(count) * 6 - 8))) }
        if count == 3 { bytes.append(UInt8(truncatingIfNeeded: bits >> 2)) }
        return bytes
    }

    private static let spaces: [UInt8] = [9, 10, 13, 32]

    /// What each byte stands for; 255 for what is no letter of either alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
        for (value, letter) in letters.utf8.enumerated() { values[Int(letter)] = UInt8(value) }
        for (letter, value) in [("+", 62), ("-", 62), ("/", 63), ("_", 63)] {
            for byte in letter.utf8 { values[Int(byte)] = UInt8(value) }
        }
        return values
    }()
}
