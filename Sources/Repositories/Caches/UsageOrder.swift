/// The sizes of a cache's entries within a limit of bytes, in the order of their last use.
struct UsageOrder<Key: Hashable & Sendable>: Sendable {
    private struct Entry {
        let bytes: Int
        /// The last use, counted in uses of the whole cache.
        var used: UInt64
    }

    let limit: Int
    private(set) var bytes = 0
    private var entries: [Key: Entry] = [:]
    /// Uses, oldest first. A use is outdated if its entry was used again later.
    private var uses: [(key: Key, at: UInt64)] = []
    private var firstUse = 0
    private var clock: UInt64 = 0

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int { entries.count }

    func contains(_ key: Key) -> Bool { entries[key] != nil }

    /// Tells the same entry from one that was used or added again.
    func lastUse(_ key: Key) -> UInt64? { entries[key]?.used }

    /// Makes an entry the most recently used one. Returns `false` if there is no such entry.
    @discardableResult
    mutating func use(_ key: Key) -> Bool {
        guard entries[key] != nil else { return false }
        clock += 1
        entries[key]?.used = clock
        uses.append((key, clock))
        removeOutdatedUses()
        return true
    }

    /// Adds or replaces an entry, and returns the least recently used ones that have no room any more.
    ///
    /// - Precondition: `count` is at most the limit.
    mutating func insert(_ key: Key, bytes count: Int) -> [Key] {
        precondition(count <= limit, "an entry fits into the limit")
        remove(key)
        entries[key] = Entry(bytes: count, used: 0)
        bytes += count
        use(key)
        var evicted: [Key] = []
        while bytes > limit, firstUse < uses.count {
            let (oldest, at) = uses[firstUse]
            firstUse += 1
            guard entries[oldest]?.used == at else { continue }
            remove(oldest)
            evicted.append(oldest)
        }
        return evicted
    }

    mutating func remove(_ key: Key) {
        if let old = entries.removeValue(forKey: key) { bytes -= old.bytes }
    }

    mutating func removeAll() {
        entries = [:]
        uses = []
        firstUse = 0
        bytes = 0
    }

    /// Removes outdated uses once they are about as many as the others, so that the amortised cost is small.
    private mutating func removeOutdatedUses() {
        guard uses.count > 2 * entries.count + 64 else { return }
        uses = uses[firstUse...].filter { entries[$0.key]?.used == $0.at }
        firstUse = 0
    }
}
