import Domain
import MVICore

/// Whose turn it is.
extension Backends {
    /// Starts the calls whose turn has come, and answers the jobs of backends that take none.
    static func advance(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        guard !state.isDraining, !state.isPaused else { return [] }
        var commands = sendAway(&state, stamp)
        var minted = 0
        for job in inTurn(state) where hasTurn(job, state) {
            state.calls[job.id] = RunningCall(job: job)
            commands.append(call(job, state, stamp, index: minted))
            minted += 1
        }
        state.queue.removeAll { state.calls[$0.id] != nil }
        return commands
    }

    private static func sendAway(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        for name in state.backends.keys.sorted() {
            guard case .paused(let until) = state.backends[name]?.health, until <= stamp.utc else { continue }
            state.backends[name]?.health = .fine
        }
        var rest: [Job] = []
        var commands: [Command<Self>] = []
        for job in state.queue {
            let name = job.request.generation.backend
            if let (failure, until) = state.wait(for: name, stamp) {
                commands.append(.emit(.answered(job.id, .waits(.backend(name, failure), until: until))))
            } else {
                rest.append(job)
            }
        }
        state.queue = rest
        return commands
    }

    /// Oldest first; but a request by which a backend failed before lets all others go first.
    private static func inTurn(_ state: State) -> [Job] {
        state.queue.enumerated().sorted { one, other in
            let (first, second) = (state.count(one.element.id), state.count(other.element.id))
            return (first, one.offset) < (second, other.offset)
        }.map(\.element)
    }

    private static func hasTurn(_ job: Job, _ state: State) -> Bool {
        let name = job.request.generation.backend
        let running = state.calls.values.count { $0.backend == name }
        return state.backends[name].map { running < $0.width } == true
    }

    private static func call(_ job: Job, _ state: State, _ stamp: Stamp, index: Int) -> Command<Self> {
        var dice = SplitMix64(seed: stamp.seed &+ UInt64(index))
        // Services take seeds of 32 bits; one that fits everywhere can be dropped again anywhere.
        let seed = job.request.generation.seed ?? dice.next() >> 32
        let id = CallID(utc: stamp.utc, seed: stamp.seed, index: index)
        let mayRepeat = state.backends[job.request.generation.backend].map { $0.rules.mayRepeat(job) } == true
        return .run(
            .generate(job, call: id, seed: seed, mayRepeat: mayRepeat, utc: stamp.utc), as: .call(job.id),
            ifRunning: .keep)
    }
}

extension Backends.State {
    /// Why and until when a backend's jobs wait, in milliseconds since 1970; `nil` when they don't.
    func wait(for name: String, _ stamp: Stamp) -> (BackendFailure, until: Int64)? {
        switch backends[name]?.health {
        case .paused(let until): (.rateLimited(after: until - stamp.utc), until)
        case .down(let outage): (outage.failure, outage.until(stamp))
        case .fine, .trying, nil: nil
        }
    }

    fileprivate func count(_ id: JobID) -> Int {
        tries[id]?.count ?? 0
    }
}

extension Backends.Outage {
    /// When it makes sense to ask again, in milliseconds since 1970. While the backend is being looked at: after one
    /// more interval.
    func until(_ stamp: Stamp) -> Int64 {
        let left = dueAt > stamp.now ? dueAt - stamp.now : interval
        return stamp.utc + left.milliseconds
    }
}

extension Duration {
    /// Whole milliseconds, never less than there are.
    fileprivate var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}

extension Backends.Backend {
    /// How many calls it gets at once.
    fileprivate var width: Int {
        if case .trying = health { return 1 }
        return rules.concurrency
    }
}
