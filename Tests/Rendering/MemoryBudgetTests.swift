import Domain
import PlatformPictures
import Rendering
import Testing

/// An immediate task runs until it waits for its reservation.
@Suite("Memory budget")
struct MemoryBudgetTests {
    @Test("A large waiting reservation is not overtaken by smaller later ones")
    func order() async {
        let budget = MemoryBudget(100)
        #expect(budget.reserveImmediately(60))
        let large = Task.immediate { await budget.take(90) }
        #expect(budget.waiting == 1)
        #expect(!budget.reserveImmediately(10), "40 bytes are free, but an earlier reservation is waiting")
        let small = Task.immediate { await budget.take(10) }
        #expect(budget.waiting == 2)
        budget.unreserve(60)
        #expect(await large.value)
        #expect(await small.value)
        #expect(budget.free == 0 && budget.waiting == 0)
        budget.unreserve(100)
        #expect(budget.free == 100)
    }

    @Test("A cancelled reservation takes nothing and unblocks those behind it")
    func cancelled() async {
        let budget = MemoryBudget(100)
        #expect(budget.reserveImmediately(50))
        let large = Task.immediate { await budget.take(100) }
        #expect(budget.waiting == 1)
        let small = Task.immediate { await budget.take(20) }
        #expect(budget.waiting == 2)
        large.cancel()
        #expect(await !large.value)
        #expect(await small.value)
        #expect(budget.free == 30)
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await budget.take(10)
        }
        #expect(await !late.value)
        #expect(budget.free == 30 && budget.waiting == 0)
    }

    @Test("A thousand concurrent reservations never exceed the budget, and all succeed")
    func crowd() async {
        let budget = MemoryBudget(64)
        await withTaskGroup(of: Void.self) { group in
            for number in 1...1_000 {
                group.addTask {
                    let bytes = Int64(number * 7 % 64 + 1)
                    guard await budget.take(bytes) else { return }
                    #expect(budget.free >= 0)
                    budget.unreserve(bytes)
                }
            }
        }
        #expect(budget.free == 64 && budget.waiting == 0)
    }

    @Test("A conversion that has to wait for memory produces the same art")
    func waits() async throws {
        let conversion = Conversion(art: ArtOptions(columns: 20), outputs: [.txt])
        let png = try Tiny.png()
        let alone = try conversion.run(.bytes(png))
        let budget = MemoryBudget(PictureLimits().memory)
        #expect(budget.reserveImmediately(budget.limit))
        let waiting = Task.immediate { try await conversion.run(.bytes(png), in: budget) }
        #expect(budget.waiting == 1)
        budget.unreserve(budget.limit)
        #expect(try await waiting.value == alone)
        #expect(budget.free == budget.limit)
        #expect(try await conversion.run(.bytes(png), in: budget) == alone)
        #expect(try await conversion.run(.bytes(png), in: budget, canReopen: false) == alone)
        #expect(budget.free == budget.limit)
    }

    @Test("A conversion cancelled while it waits leaves the memory to others")
    func unwanted() async throws {
        let budget = MemoryBudget(PictureLimits().memory)
        #expect(budget.reserveImmediately(budget.limit))
        let png = try Tiny.png()
        let waiting = Task.immediate {
            try await Conversion(art: ArtOptions(), outputs: [.txt]).run(.bytes(png), in: budget)
        }
        #expect(budget.waiting == 1)
        waiting.cancel()
        #expect(try await waiting.value.outputs.isEmpty)
        budget.unreserve(budget.limit)
        #expect(budget.free == budget.limit)
    }

    @Test("Art that would need too much memory is rejected even for a tiny picture")
    func art() throws {
        let tall = try PNGEncoder.encode(width: 1, height: 64) { _, _ in true }
        var art = ArtOptions(columns: 500, charset: .all)
        art.color = .full
        let conversion = Conversion(art: art, outputs: [.ansi])
        let failure = #expect(throws: PictureFailure.self) { try conversion.run(.bytes(tall)) }
        guard case .tooMuchMemory(let bytes, let limit) = failure else { throw try #require(failure) }
        #expect(bytes > limit && limit == 512 << 20)
    }
}
