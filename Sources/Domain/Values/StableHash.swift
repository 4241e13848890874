/// The 64-bit FNV-1a hash (Fowler, Noll and Vo): the same on every machine and in every process, but easy to collide on
/// purpose.
@frozen
package struct StableHash: Sendable {
    package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    @inlinable
    package init() {}

    @inlinable
    package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

    @inlinable
    package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { add(byte) }
    }

    /// Adds the eight bytes of a number, the lowest first.
    package mutating func add(_ number: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) { add(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    /// Returns the hash of some bytes.
    @inlinable
    package static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash = StableHash()
        hash.add(bytes)
        return hash.value
    }
}
