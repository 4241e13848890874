import Testing

@testable import ControlServer

@Suite("Single flight", .timeLimit(.minutes(5)))
struct SharedAnswerTests {
    @Test("Callers during a running computation share the next one, which starts after all of them have called")
    func shared() async {
        let (shared, made) = (SingleFlight<Int>(), Count())
        let (begun, tell) = AsyncStream<Void>.makeStream()
        let (going, goOn) = AsyncStream<Void>.makeStream()
        async let first = shared.answer {
            tell.yield()
            for await _ in going { break }
            return await made.next()
        }
        for await _ in begun { break }
        let later = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<50 {
                // Runs here until it waits for the running computation.
                group.addImmediateTask { await shared.answer { await made.next() } }
            }
            #expect(shared.waiters == 50)
            goOn.yield()
            return await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(await first == 1 && later == Array(repeating: 2, count: 50))
        #expect(await shared.answer { await made.next() } == 3)
    }
}

private actor Count {
    private var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}
