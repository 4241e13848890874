/// The name that a piece of work has at the server, chosen here: the same for the same key, so that work whose answer was
/// lost can be found again.
enum WorkID {
    /// A UUID of version 8 (RFC 9562, 5.8) over the key's FNV-1a of 128 bits, in small letters: newer servers take nothing
    /// else.
    static func text(of key: String) -> String {
        var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in key.utf8 { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B }
        hash = hash & ~(0xF << 76) | 8 << 76
        hash = hash & ~(3 << 62) | 2 << 62
        let digits = String(hash, radix: 16)
        let whole = Array(String(repeating: "0", count: 32 - digits.count) + digits)
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(whole[$0]) }.joined(separator: "-")
    }
}
