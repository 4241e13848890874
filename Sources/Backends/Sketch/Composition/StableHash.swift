/// FNV-1a, 64 bits (Fowler, Noll and Vo): the same on every machine and in every process.
struct StableHash {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }

    mutating func add(_ number: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            add(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    mutating func add(_ text: String) {
        for byte in text.utf8 { add(byte) }
    }
}
