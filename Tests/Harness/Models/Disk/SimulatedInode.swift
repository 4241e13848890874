import Domain

/// One file of a simulated disk, under however many names.
struct SimulatedInode {
    /// What the system sees.
    var bytes: [UInt8]
    /// What a power cut leaves for certain; `nil` when nothing of it was ever synced.
    var synced: [UInt8]?
    /// Nanoseconds since 1970.
    var modified: Int64
    /// What tells this file from every other that had its number.
    let serial: UInt64
    /// How many names lead to it, now and after a power cut, and how many changes that may bring one.
    var ways: Int

    /// What a power cut leaves of it: all, what was synced, the beginning, or as many zeros.
    func left(_ dice: inout SplitMix64) -> [UInt8] {
        if synced == bytes { return bytes }
        switch dice.next() % 4 {
        case 0: return bytes
        case 1: return synced ?? []
        case 2: return Array(bytes.prefix(bytes.count / 2))
        default: return [UInt8](repeating: 0, count: bytes.count)
        }
    }
}
