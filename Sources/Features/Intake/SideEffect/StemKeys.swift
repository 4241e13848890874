import Domain

/// The stems of all files of a listing, to find those that several files have. Holds two numbers for each file, because
/// a folder may have millions of files.
struct StemKeys: Sendable {
    private struct Keys {
        let stem: UInt64
        let whole: UInt64
    }

    private var keys: [Keys] = []

    mutating func add(_ name: FileName) {
        keys.append(Keys(stem: Self.stemKey(of: name), whole: Self.key(of: name)))
    }

    mutating func add(_ other: StemKeys) { keys += other.keys }

    /// Returns the files whose stem a file of another whole name has too: only there an ending tells them apart.
    /// `keepsFolders`: files in different subfolders don't meet.
    func shared(by names: [FileName], keepsFolders: Bool) -> Set<FileName> {
        let named = names.map { (name: $0, key: Self.stemKey(of: keepsFolders ? $0 : $0.last)) }
        var wholes: [UInt64: Wholes] = [:]
        for (_, key) in named { wholes[key] = Wholes() }
        for file in keys {
            wholes[file.stem]?.add(file.whole)
            // With its ending put in, a file's outputs are named like the whole file.
            wholes[file.whole]?.add(file.whole)
        }
        return Set(named.filter { wholes[$0.key]?.areSeveral == true }.map(\.name))
    }

    /// The whole names of the files that have a stem.
    private struct Wholes {
        private var first: UInt64?
        private(set) var areSeveral = false

        mutating func add(_ whole: UInt64) {
            if let first { areSeveral = areSeveral || first != whole } else { first = whole }
        }
    }

    private static func stemKey(of name: FileName) -> UInt64 { key(of: name.stem) }

    /// A hash of what distinguishes the names of outputs.
    private static func key(of name: FileName) -> UInt64 { StableHash.of(OutputName.root(of: name)) }
}
