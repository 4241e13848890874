import Domain

/// The stems of all files of a listing, to find those that several files have. Holds two numbers for each file, because
/// a folder may have millions of files.
struct StemKeys: Sendable {
    private var keys: [UInt64] = []

    mutating func add(_ name: FileName) {
        let stem = Self.stemKey(of: name)
        let whole = Self.key(of: name)
        keys.append(stem)
        // With its ending put in, a file's outputs are named like the whole file.
        if whole != stem { keys.append(whole) }
    }

    mutating func add(_ other: StemKeys) { keys += other.keys }

    /// Returns the files whose stem another file has too. `keepsFolders`: files in different subfolders don't meet.
    func shared(by names: [FileName], keepsFolders: Bool) -> Set<FileName> {
        var counts: [UInt64: Int] = [:]
        let named = names.map { (name: $0, key: Self.stemKey(of: keepsFolders ? $0 : $0.last)) }
        for (_, key) in named { counts[key] = 0 }
        for key in keys where counts[key] != nil { counts[key, default: 0] += 1 }
        return Set(named.filter { counts[$0.key, default: 0] > 1 }.map(\.name))
    }

    private static func stemKey(of name: FileName) -> UInt64 { key(of: name.stem) }

    /// FNV-1a over what distinguishes the names of outputs.
    private static func key(of name: FileName) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in OutputName.root(of: name) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash
    }
}
