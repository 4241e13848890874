import Domain
import Repositories
import Synchronization
import Testing

@Suite("Memory cache", .timeLimit(.minutes(5)))
struct MemoryCacheTests {
    private struct Refused: Error, Equatable {}

    private final class Count: Sendable {
        private let state = Mutex(0)

        var value: Int { state.withLock { $0 } }

        func next() -> Int {
            state.withLock { count in
                count += 1
                return count
            }
        }
    }

    @Test("values are cached within the budget, and the least recently used is evicted first")
    func order() async {
        let cache = MemoryCache<Int, String>(limit: 3) { $0.utf8.count }
        for key in 1...3 { _ = await cache.value(key) { "\(key)" } }
        #expect(await cache.value(1) { "new" } == "1")
        #expect(await cache.value(4) { "4" } == "4")
        #expect(await cache.value(1) { "new" } == "1")
        #expect(await cache.value(2) { "n" } == "n")
        #expect(await cache.figures == CacheStatistics(entries: 3, bytes: 3, limit: 3, hits: 2, misses: 5))
        #expect(await cache.value(9) { "too large" } == "too large")
        #expect(await cache.figures.entries == 3)
        await cache.removeAll()
        #expect(await cache.figures.bytes == 0)
        #expect(await cache.value(1) { "x" } == "x")
    }

    @Test("concurrent requests for a value share one computation")
    func singleFlight() async {
        let cache = MemoryCache<Int, Int>(limit: 9) { _ in 1 }
        let made = Count()
        let (gate, opens) = AsyncStream<Void>.makeStream()
        let (started, starts) = AsyncStream<Void>.makeStream()
        async let first = cache.value(1) {
            starts.yield()
            for await _ in gate { break }
            return made.next()
        }
        for await _ in started { break }
        async let second = cache.value(1) {
            made.next()
        }
        opens.yield()
        let values = await (first, second)
        #expect(values == (1, 1) && made.value == 1)
    }

    @Test("many concurrent requests for a value compute it once") func once() async {
        let cache = MemoryCache<Int, Int>(limit: 9) { _ in 1 }
        let made = Count()
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { await cache.value(1) { made.next() } } }
            for await value in group { #expect(value == 1) }
        }
        #expect(made.value == 1)
        #expect(await cache.figures == CacheStatistics(entries: 1, bytes: 1, limit: 9, hits: 99, misses: 1))
    }

    @Test("removed values are computed again, also those that were being computed") func removed() async {
        let cache = MemoryCache<Int, Int>(limit: 9) { _ in 1 }
        for key in 1...4 { _ = await cache.value(key) { key } }
        await cache.remove { $0 < 3 }
        #expect(await cache.figures.entries == 2)
        #expect(await cache.value(1) { 7 } == 7)
        let value = await cache.value(9) {
            await cache.remove { $0 == 9 }
            return 9
        }
        #expect(value == 9)
        #expect(await cache.value(9) { 10 } == 10)
        let other = await cache.value(8) {
            await cache.removeAll()
            return 8
        }
        #expect(other == 8)
        #expect(await cache.figures == CacheStatistics(entries: 0, bytes: 0, limit: 9, hits: 0, misses: 8))
    }

    @Test("values without a size aren't cached") func sizeless() async {
        let cache = MemoryCache<Int, Int>(limit: 9) { $0 > 0 ? 1 : nil }
        #expect(await cache.value(1) { 0 } == 0)
        #expect(await cache.value(1) { 5 } == 5)
        #expect(await cache.value(1) { 6 } == 5)
    }

    @Test("failures aren't cached")
    func failure() async throws {
        let cache = MemoryCache<Int, Int>(limit: 9) { _ in 1 }
        await #expect(throws: Refused()) { try await cache.value(1) { () throws(Refused) -> Int in throw Refused() } }
        #expect(try await cache.value(1) { () throws(Refused) in 5 } == 5)
        #expect(await cache.figures == CacheStatistics(entries: 1, bytes: 1, limit: 9, hits: 0, misses: 2))
    }

    @Test("many uses of few values need no extra memory")
    func uses() async {
        let cache = MemoryCache<Int, Int>(limit: 2) { _ in 1 }
        for number in 0..<1_000 { _ = await cache.value(number % 2) { number } }
        #expect(await cache.value(0) { 7 } == 0)
        _ = await cache.value(5) { 5 }
        #expect(await cache.figures.entries == 2)
    }
}
