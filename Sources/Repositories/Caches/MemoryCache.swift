package import Domain

/// Values that can be computed again, kept in memory within a limit of bytes. The least recently used value is evicted
/// first.
///
/// Concurrent requests for a missing value wait for one computation.
package actor MemoryCache<Key: Hashable & Sendable, Value: Sendable> {
    private struct Entry {
        let value: Value
        let bytes: Int
        /// The last use, counted in uses of the whole cache.
        var used: UInt64
    }

    private let limit: Int
    private let size: @Sendable (Value) -> Int
    private var entries: [Key: Entry] = [:]
    /// Uses, oldest first. A use is outdated if its entry was used again later.
    private var uses: [(key: Key, at: UInt64)] = []
    private var firstUse = 0
    private var clock: UInt64 = 0
    private var bytes = 0
    private var hits = 0
    private var misses = 0
    private var making: [Key: [CheckedContinuation<Void, Never>]] = [:]

    /// `limit`: the maximum sum of all sizes in bytes, as computed by `size`.
    package init(limit: Int, size: @escaping @Sendable (Value) -> Int) {
        self.limit = limit
        self.size = size
    }

    package var figures: CacheStatistics {
        CacheStatistics(entries: entries.count, bytes: bytes, limit: limit, hits: hits, misses: misses)
    }

    /// Returns the value of a key and computes it with `make` if it is missing. Failures are not cached: callers that
    /// waited compute the value themselves.
    package func value<Failure: Error>(
        _ key: Key, make: @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        while making[key] != nil, entries[key] == nil {
            await withCheckedContinuation { making[key]?.append($0) }
        }
        if let found = use(key) { return found }
        misses += 1
        making[key] = []
        defer { for waiter in making.removeValue(forKey: key) ?? [] { waiter.resume() } }
        let made = try await make()
        keep(made, as: key)
        return made
    }

    package func removeAll() {
        entries = [:]
        uses = []
        firstUse = 0
        bytes = 0
    }

    private func use(_ key: Key) -> Value? {
        guard let found = entries[key] else { return nil }
        hits += 1
        touch(key)
        return found.value
    }

    private func touch(_ key: Key) {
        clock += 1
        entries[key]?.used = clock
        uses.append((key, clock))
        forget()
    }

    private func keep(_ value: Value, as key: Key) {
        let count = size(value)
        guard count <= limit else { return }
        if let old = entries[key] { bytes -= old.bytes }
        entries[key] = Entry(value: value, bytes: count, used: 0)
        bytes += count
        touch(key)
        while bytes > limit, firstUse < uses.count { evict() }
    }

    private func evict() {
        let (key, at) = uses[firstUse]
        firstUse += 1
        guard let entry = entries[key], entry.used == at else { return }
        entries[key] = nil
        bytes -= entry.bytes
    }

    /// Removes outdated uses once they are about as many as the others, so that the amortised cost is small.
    private func forget() {
        guard uses.count > 2 * entries.count + 64 else { return }
        uses = uses[firstUse...].filter { entries[$0.key]?.used == $0.at }
        firstUse = 0
    }
}
