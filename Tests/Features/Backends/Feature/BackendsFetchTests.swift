@testable import BackendsFeature
import Domain
import MVICore
import MVITesting
import Testing

/// A download host that can't be reached while the backend itself works.
@Suite("Backends: fetches")
struct BackendsFetchTests {
    private static func fetch(_ tries: Int) -> ResultFetch {
        let first = ResultFetch(backend: "studio", host: "https://pictures.example", since: 1_000_000)
        return (0..<tries).reduce(first) { fetch, _ in fetch.failed(.timeout, at: 1_000_000) }
    }

    private static func waiting(_ number: UInt64, tries: Int = 1) -> Job {
        .prompt(number, state: .waiting(until: 1_000_000, .unfetched(fetch(tries))))
    }

    private func reduce(
        _ state: inout Backends.State, _ fact: Backends.InternalAction, _ stamp: Stamp = .at(0)
    ) -> [Command<Backends>] {
        Backends.reduce(&state, fact, stamp)
    }

    /// The delay until the job's retry in milliseconds.
    private func wait(_ commands: [Command<Backends>]) -> Int64? {
        for case .emit(.answered(_, .waits(.unfetched, let until))) in commands {
            return until.milliseconds(since: Stamp.at(0).utc)
        }
        return nil
    }

    private func tellsOfOutage(_ commands: [Command<Backends>]) -> Bool {
        for case .emit(.wentDown) in commands { return true }
        return false
    }

    @Test("an unreachable download host delays no other job: the backend stays healthy, its slot is free")
    func healthy() {
        var state = Backends.State.studio(1)
        _ = reduce(&state, .requested([.prompt(1), .prompt(2)]))
        let commands = reduce(&state, .answered(Job.prompt(1).id, .failure(.unfetched(Self.fetch(1)))))
        #expect(state.health == .fine && state.calls.keys.sorted() == [Job.prompt(2).id])
        #expect(wait(commands) ?? 0 >= 1_000)
        #expect(commands.contains(.call(.prompt(2))))
        // A backend on trial has shown that it works.
        state = .studio(1, health: .trying(.studio(.timeout)))
        _ = reduce(&state, .requested([.prompt(1)]))
        _ = reduce(&state, .answered(Job.prompt(1).id, .failure(.unfetched(Self.fetch(1)))))
        #expect(state.health == .fine)
    }

    @Test("a fetch needs no slot, rate, recovery or resume, and takes none from others")
    func ownLane() {
        let healths: [(Backends.Health, isPaused: Bool)] = [
            (.fine, false), (.down(.studio(.auth)), false), (.paused(until: Stamp.at(60).utc), false), (.fine, true),
        ]
        for (health, isPaused) in healths {
            var state = Backends.State.studio(1, health: health)
            state.isPaused = isPaused
            if health == .fine, !isPaused { _ = reduce(&state, .requested([.prompt(9)])) }
            let commands = reduce(&state, .requested([Self.waiting(1), Self.waiting(2)]))
            // As many at once as there may be calls.
            #expect(commands == [.run(.fetch(Self.waiting(1)), as: .call(Self.waiting(1).id), ifRunning: .keep)])
            #expect(state.running(on: "studio") == (health == .fine && !isPaused ? 1 : 0))
            let next = reduce(&state, .answered(Self.waiting(1).id, .success(.sample)))
            #expect(next.contains(.run(.fetch(Self.waiting(2)), as: .call(Self.waiting(2).id), ifRunning: .keep)))
            #expect(state.health == health, "a fetched picture says nothing of the backend")
        }
    }

    @Test("repeated fetch failures don't affect the backend's health, and retries become rarer")
    func backOff() {
        for tries in 1...20 {
            var state = Backends.State.studio(1)
            _ = reduce(&state, .requested([Self.waiting(1, tries: tries)]))
            let commands = reduce(&state, .answered(Self.waiting(1).id, .failure(.unfetched(Self.fetch(tries)))))
            let whole: Int64 = min(900_000, 1_000 << Int64(tries))
            let wait = wait(commands) ?? 0
            #expect((whole * 3 / 4...whole * 5 / 4).contains(wait), "\(tries): \(wait)")
            #expect(state.health == .fine && state.calls.isEmpty && state.tries.isEmpty)
            #expect(!tellsOfOutage(commands))
        }
        // Retries are spread out.
        var waits: Set<Int64> = []
        for number in 1...20 as ClosedRange<UInt64> {
            var state = Backends.State.studio(1)
            _ = reduce(&state, .requested([Self.waiting(number)]))
            let failure = JobFailure.unfetched(Self.fetch(9))
            waits.insert(wait(reduce(&state, .answered(Self.waiting(number).id, .failure(failure)))) ?? 0)
        }
        #expect(waits.count > 10)
    }

    @Test("the last attempt is at the deadline, and a host's retry time is respected")
    func ends() {
        var state = Backends.State.studio(1)
        let short = ResultFetch(backend: "studio", host: "", since: Stamp.at(0).utc, lifetime: 5_000)
        let late = (0..<9).reduce(short) { fetch, _ in fetch.failed(.timeout, at: Stamp.at(0).utc) }
        _ = reduce(&state, .requested([Self.waiting(1)]))
        #expect(wait(reduce(&state, .answered(Self.waiting(1).id, .failure(.unfetched(late))))) == 5_000)
        let told = Self.fetch(0).failed(.rateLimited(after: 60_000), at: Stamp.at(0).utc)
        _ = reduce(&state, .requested([Self.waiting(1)]))
        #expect(wait(reduce(&state, .answered(Self.waiting(1).id, .failure(.unfetched(told))))) == 60_000)
    }

    @Test("a drain doesn't wait for fetches")
    func drain() {
        var state = Backends.State.studio(1)
        _ = reduce(&state, .requested([Self.waiting(1), Self.waiting(2), .prompt(3)]))
        let commands = reduce(&state, .draining)
        #expect(commands == [.cancel(.call(Self.waiting(1).id))])
        #expect(state.calls.keys.sorted() == [Job.prompt(3).id] && state.queue.isEmpty)
    }

    @Test("a pause requested while the clock was ten years ahead ends when the clock is set back")
    func clock() {
        var state = Backends.State.studio(1, health: .paused(until: Stamp.at(0).utc + 315_000_000_000))
        let commands = reduce(&state, .requested([.prompt(1)]))
        #expect(commands == [.call(.prompt(1))] && state.health == .fine)
    }
}
