package import Domain

/// Values that can be computed again, kept in memory within a limit of bytes. The least recently used value is evicted
/// first.
///
/// Concurrent requests for a missing value wait for one computation.
package actor MemoryCache<Key: Hashable & Sendable, Value: Sendable> {
    /// A computation in progress.
    private struct Making {
        var waiters: [CheckedContinuation<Void, Never>] = []
        /// The value was removed before it was there, so it must not be kept.
        var isRemoved = false
    }

    private let size: @Sendable (Value) -> Int?
    private var values: [Key: Value] = [:]
    private var order: UsageOrder<Key>
    private var hits = 0
    private var misses = 0
    private var making: [Key: Making] = [:]

    /// `limit`: the maximum sum of all sizes in bytes, as computed by `size`. A value whose size is `nil` is not kept.
    package init(limit: Int, size: @escaping @Sendable (Value) -> Int?) {
        order = UsageOrder(limit: limit)
        self.size = size
    }

    package var figures: CacheStatistics {
        CacheStatistics(entries: order.count, bytes: order.bytes, limit: order.limit, hits: hits, misses: misses)
    }

    /// Returns the value of a key and computes it with `make` if it is missing. Failures are not cached: callers that
    /// waited compute the value themselves.
    package func value<Failure: Error>(
        _ key: Key, make: @Sendable () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        while making[key] != nil, values[key] == nil {
            await withCheckedContinuation { making[key]?.waiters.append($0) }
        }
        if let found = values[key] {
            hits += 1
            order.use(key)
            return found
        }
        misses += 1
        making[key] = Making()
        defer { for waiter in making.removeValue(forKey: key)?.waiters ?? [] { waiter.resume() } }
        let made = try await make()
        if making[key]?.isRemoved == false { keep(made, as: key) }
        return made
    }

    /// Removes the values of some keys, also those that are being computed: the callers get them, but they are not
    /// kept.
    package func remove(where isRemoved: @Sendable (Key) -> Bool) {
        for key in values.keys.filter(isRemoved) {
            values[key] = nil
            order.remove(key)
        }
        for key in making.keys.filter(isRemoved) { making[key]?.isRemoved = true }
    }

    package func removeAll() {
        values = [:]
        order.removeAll()
        for key in Array(making.keys) { making[key]?.isRemoved = true }
    }

    private func keep(_ value: Value, as key: Key) {
        guard let count = size(value), count <= order.limit else { return }
        values[key] = value
        for evicted in order.insert(key, bytes: count) { values[evicted] = nil }
    }
}
