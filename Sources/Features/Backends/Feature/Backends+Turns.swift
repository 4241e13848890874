import Domain
import MVICore

/// Whose turn it is.
extension Backends {
    /// Starts the calls whose turn has come, and answers the jobs of backends that take none.
    static func advance(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        guard !state.isDraining else { return [] }
        let fetches = startFetches(&state)
        return state.isPaused ? fetches : fetches + startCalls(&state, stamp)
    }

    private static func startCalls(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        var commands = sendAway(&state, stamp)
        var minted = 0
        var paced: Set<String> = []
        var places = places(state)
        for job in inTurn(state) where job.state.fetch == nil && !hasTwin(job, state) {
            if places.isEmpty { break }
            guard let name = state.taker(of: job), let free = places[name] else { continue }
            if wait(state, name, stamp) > .zero {
                paced.insert(name)
                continue
            }
            places[name] = free > 1 ? free - 1 : nil
            state.calls[job.id] = RunningCall(job: job, on: name)
            take(&state, name, stamp)
            commands.append(call(job, on: name, state, stamp, index: minted))
            minted += 1
        }
        if minted > 0 { state.queue.removeAll { state.calls[$0.id] != nil } }
        for name in paced.sorted() {
            state.backends[name]?.isPaced = true
            commands.append(.run(.pace(name, for: wait(state, name, stamp)), as: .pace(name)))
        }
        return commands
    }

    /// No server asks for a longer pause, in milliseconds: the clock was set back.
    private static let longestPause: Int64 = 2 * 86_400_000

    private static func sendAway(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        for name in state.backends.keys.sorted() {
            guard case .paused(let until) = state.backends[name]?.health else { continue }
            guard until <= stamp.utc || until - stamp.utc > longestPause else { continue }
            state.backends[name]?.health = .fine
        }
        if state.queue.isEmpty || state.backends.values.allSatisfy(\.takesCalls) { return [] }
        var rest: [Job] = []
        var commands: [Command<Self>] = []
        for job in state.queue {
            if job.state.fetch == nil, state.taker(of: job) == nil,
                let (name, failure, until) = state.wait(for: job, stamp)
            {
                commands.append(.emit(.answered(job.id, .waits(.backend(name, failure), until: until))))
            } else {
                rest.append(job)
            }
        }
        state.queue = rest
        return commands
    }

    /// The most urgent and then the oldest first; but a request by which a backend failed before lets all others go
    /// first.
    private static func inTurn(_ state: State) -> [Job] {
        if state.tries.isEmpty, state.queue.allSatisfy({ $0.request.priority == .normal }) { return state.queue }
        return state.queue.enumerated().sorted { one, other in
            let (first, second) = (state.count(one.element.id), state.count(other.element.id))
            let (mine, its) = (one.element.request.priority, other.element.request.priority)
            return (first, mine, one.offset) < (second, its, other.offset)
        }.map(\.element)
    }

    /// How many more calls each backend takes now, without those that take none.
    private static func places(_ state: State) -> [String: Int] {
        if state.queue.isEmpty { return [:] }
        var places = state.backends.mapValues(\.width)
        for call in state.calls.values where !call.isFetch { places[call.backend, default: 0] -= 1 }
        return places.filter { $0.value > 0 }
    }

    /// Whether the very same picture is being bought for another job: this one takes it over when it is there.
    private static func hasTwin(_ job: Job, _ state: State) -> Bool {
        guard job.request.generation.isReusable else { return false }
        return state.calls.values.contains { call in
            call.job.request.source == job.request.source && call.job.request.generation == job.request.generation
        }
    }

    private static func call(
        _ job: Job, on name: String, _ state: State, _ stamp: Stamp, index: Int
    ) -> Command<Self> {
        var dice = SplitMix64(seed: stamp.seed &+ UInt64(index))
        // Services take seeds of 32 bits; one that fits everywhere can be dropped again anywhere.
        let seed = job.request.generation.seed ?? dice.next() >> 32
        let id = CallID(utc: stamp.utc, seed: stamp.seed, index: index)
        // What was sent earlier may have gone to any of them.
        let mayRepeat = state.makers(of: job).allSatisfy { state.backends[$0]?.rules.mayRepeat(job) == true }
        return .run(
            .generate(job, on: name, call: id, seed: seed, mayRepeat: mayRepeat, utc: stamp.utc), as: .call(job.id),
            ifRunning: .keep)
    }
}

/// How fast.
extension Backends {
    /// How long the next call has to wait for the backend's rate.
    private static func wait(_ state: State, _ name: String, _ stamp: Stamp) -> Duration {
        guard let backend = state.backends[name], let rate = backend.rules.rate else { return .zero }
        // No more at once than run at once: a service that counts by its own windows is not overrun at their edges.
        let burst = min(rate.calls, backend.rules.concurrency)
        return backend.pace.wait(rate, burst: burst, now: stamp.now)
    }

    private static func take(_ state: inout State, _ name: String, _ stamp: Stamp) {
        guard let rate = state.backends[name]?.rules.rate else { return }
        state.backends[name]?.pace.take(rate, now: stamp.now)
    }
}

extension Backends.State {
    /// Who makes a job's picture now: its backend, or the first that works in its place. `nil`: nobody takes calls.
    func taker(of job: Job) -> String? {
        makers(of: job).first { backends[$0]?.takesCalls == true }
    }

    /// Why and until when a job waits, in milliseconds since 1970: as the first of its backends that comes back.
    func wait(for job: Job, _ stamp: Stamp) -> (String, BackendFailure, until: Int64)? {
        let waits = makers(of: job).compactMap { name in
            wait(for: name, stamp).map { (name, $0.0, until: $0.until) }
        }
        return waits.min { $0.until < $1.until }
    }

    /// Why and until when a backend's jobs wait, in milliseconds since 1970; `nil` when they don't.
    func wait(for name: String, _ stamp: Stamp) -> (BackendFailure, until: Int64)? {
        switch backends[name]?.health {
        case .paused(let until): (.rateLimited(after: until - stamp.utc), until)
        case .down(let outage): (outage.failure, outage.until(stamp))
        case .fine, .trying, nil: nil
        }
    }

    /// Those that may make a job's picture, best first.
    fileprivate func makers(of job: Job) -> [String] {
        let name = job.request.generation.backend
        guard let rules = backends[name]?.rules else { return [] }
        return (rules.isChain ? [] : [name]) + rules.fallback
    }

    /// Those in whose place a backend works, in the order of their names.
    func served(by name: String) -> [String] {
        backends.filter { $0.value.rules.fallback.contains(name) }.keys.sorted()
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
    var takesCalls: Bool {
        switch health {
        case .fine, .trying: true
        case .paused, .down: false
        }
    }

    /// How many calls it gets at once.
    fileprivate var width: Int {
        if case .trying = health { return 1 }
        return throttle.isCareful || lost.isCareful ? 1 : rules.concurrency
    }
}
