import Domain
import MVICore

/// Selection of the jobs to start.
extension Backends {
    /// Starts the calls whose turn it is, and answers the jobs of backends that accept no calls.
    static func advance(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        guard !state.isDraining else { return [] }
        let fetches = startFetches(&state)
        return state.isPaused ? fetches : fetches + startCalls(&state, stamp)
    }

    private static func startCalls(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        var commands = answerWaitingJobs(&state, stamp)
        var started = 0
        var paced: Set<String> = []
        var slots = freeSlots(state)
        for job in inTurn(state) where job.state.fetch == nil && !isBeingGenerated(job, state) {
            if slots.isEmpty { break }
            guard let name = state.availableBackend(of: job), let free = slots[name] else { continue }
            if wait(state, name, stamp) > .zero {
                paced.insert(name)
                continue
            }
            slots[name] = free > 1 ? free - 1 : nil
            state.calls[job.id] = RunningCall(job: job, backend: name)
            if let rate = state.backends[name]?.rules.rate { state.backends[name]?.pace.take(rate, now: stamp.now) }
            commands.append(call(job, on: name, state, stamp, index: started))
            started += 1
        }
        if started > 0 { state.queue.removeAll { state.calls[$0.id] != nil } }
        for name in paced.sorted() {
            state.backends[name]?.isPaced = true
            commands.append(.run(.pace(name, for: wait(state, name, stamp)), as: .pace(name)))
        }
        return commands
    }

    private static func answerWaitingJobs(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        for name in state.backends.keys.sorted() {
            guard case .paused(let until) = state.backends[name]?.health else { continue }
            guard until <= stamp.utc || until.milliseconds(since: stamp.utc) > JobState.longestWait else { continue }
            state.backends[name]?.health = .fine
        }
        if state.queue.isEmpty || state.backends.values.allSatisfy(\.acceptsCalls) { return [] }
        var rest: [Job] = []
        var commands: [Command<Self>] = []
        for job in state.queue {
            if job.state.fetch == nil, state.availableBackend(of: job) == nil,
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

    /// The queue by priority and age. Requests that made a backend fail before come last.
    private static func inTurn(_ state: State) -> [Job] {
        if state.tries.isEmpty, state.queue.allSatisfy({ $0.activeRequest.priority == .normal }) { return state.queue }
        return state.queue.enumerated().sorted { one, other in
            let (tries, otherTries) = (state.count(one.element.id), state.count(other.element.id))
            let (priority, otherPriority) = (one.element.activeRequest.priority, other.element.activeRequest.priority)
            return (tries, priority, one.offset) < (otherTries, otherPriority, other.offset)
        }.map(\.element)
    }

    /// The number of free call slots of each backend that has any.
    private static func freeSlots(_ state: State) -> [String: Int] {
        if state.queue.isEmpty { return [:] }
        var slots = state.backends.mapValues(\.width)
        for call in state.calls.values where !call.isFetch { slots[call.backend, default: 0] -= 1 }
        return slots.filter { $0.value > 0 }
    }

    /// `true` if the same picture is being generated for another job; this job reuses it when it is available.
    private static func isBeingGenerated(_ job: Job, _ state: State) -> Bool {
        guard job.activeRequest.generation.isReusable else { return false }
        return state.calls.values.contains { $0.job.buysSame(as: job) }
    }

    private static func call(
        _ job: Job, on name: String, _ state: State, _ stamp: Stamp, index: Int
    ) -> Command<Self> {
        var rng = SplitMix64(seed: stamp.seed &+ UInt64(index))
        // Services accept seeds of 32 bits. A seed that all of them accept can be reused with any backend.
        let seed = job.activeRequest.generation.seed ?? rng.next() >> 32
        let id = CallID(utc: stamp.utc, seed: stamp.seed, index: index)
        // An earlier call may have gone to any of these backends.
        let mayRepeat = state.candidateBackends(of: job).allSatisfy { state.backends[$0]?.rules.mayRepeat(job) == true }
        return .run(
            .generate(job, on: name, call: id, seed: seed, mayRepeat: mayRepeat), as: .call(job.id), ifRunning: .keep)
    }

    /// The time until the backend's rate limit permits the next call.
    private static func wait(_ state: State, _ name: String, _ stamp: Stamp) -> Duration {
        guard let backend = state.backends[name] else { return .zero }
        let crowded = max(.zero, backend.crowdedUntil - stamp.now)
        guard let rate = backend.rules.rate else { return crowded }
        return max(crowded, backend.pace.wait(rate, burst: backend.rules.limits.burst, now: stamp.now))
    }
}

extension Backends.State {
    /// The backend that generates a job's picture now: its own, or the first available fallback. `nil`: none accepts
    /// calls.
    func availableBackend(of job: Job) -> String? {
        candidateBackends(of: job).first { backends[$0]?.acceptsCalls == true }
    }

    /// The backend that a job waits for, its failure, and the end of the wait. Of the job's backends, the one that is
    /// expected back first.
    func wait(for job: Job, _ stamp: Stamp) -> (String, BackendFailure, until: UTCMillis)? {
        let waits = candidateBackends(of: job).compactMap { name in
            wait(for: name, stamp).map { (name, $0.0, until: $0.until) }
        }
        return waits.min { $0.until < $1.until }
    }

    /// The reason why a backend's jobs wait, and the end of the wait; `nil` if they don't wait.
    func wait(for name: String, _ stamp: Stamp) -> (BackendFailure, until: UTCMillis)? {
        switch backends[name]?.health {
        case .paused(let until): (.rateLimited(after: until.milliseconds(since: stamp.utc)), until)
        case .down(let outage): (outage.failure, outage.until(stamp))
        case .fine, .trying, nil: nil
        }
    }

    /// The backends that may generate a job's picture, in order of preference. A job that came here although all of them
    /// are closed may have been paid for, and continues.
    fileprivate func candidateBackends(of job: Job) -> [String] {
        let name = job.activeRequest.generation.backend
        guard let rules = backends[name]?.rules else { return [] }
        let all = (rules.isChain ? [] : [name]) + rules.fallback
        if closures.backends.isEmpty { return all }
        let open = all.filter { $0 == name || closures.backends[$0] == nil }
        return open.isEmpty ? all : open
    }

    /// The backends that have the given one as a fallback, by name.
    func served(by name: String) -> [String] {
        backends.filter { $0.value.rules.fallback.contains(name) }.keys.sorted()
    }

    fileprivate func count(_ id: JobID) -> Int {
        tries[id]?.count ?? 0
    }
}

extension Backends.Outage {
    /// The time at which another call makes sense. During a health check this is one interval later.
    func until(_ stamp: Stamp) -> UTCMillis {
        let left = dueAt > stamp.now ? dueAt - stamp.now : interval
        return stamp.utc + left.milliseconds
    }
}

extension Duration {
    /// Whole milliseconds, rounded up.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}

extension Backends.Backend {
    var acceptsCalls: Bool {
        switch health {
        case .fine, .trying: true
        case .paused, .down: false
        }
    }

    /// The maximum number of concurrent calls at present.
    fileprivate var width: Int {
        if case .trying = health { return 1 }
        return throttle.isCareful || lost.isCareful ? 1 : rules.concurrency
    }
}

/// Fetches of generated pictures from their addresses. A fetch occupies no call slot of its backend, depends on neither
/// its health nor its rate, continues while the service is paused, and doesn't delay draining, because everything it
/// needs is stored.
extension Backends {
    /// The longest time between two attempts, in milliseconds.
    private static let longestFetchWait: Int64 = 900_000

    /// Starts fetches, for each backend up to its call concurrency.
    private static func startFetches(_ state: inout State) -> [Command<Self>] {
        guard state.queue.contains(where: { $0.state.fetch != nil }) else { return [] }
        var running: [String: Int] = [:]
        for call in state.calls.values where call.isFetch { running[call.backend, default: 0] += 1 }
        var commands: [Command<Self>] = []
        for job in state.queue {
            guard let name = job.state.fetch?.backend else { continue }
            guard running[name, default: 0] < state.backends[name]?.rules.concurrency ?? 1 else { continue }
            running[name, default: 0] += 1
            state.calls[job.id] = RunningCall(job: job, backend: name, isFetch: true)
            commands.append(.run(.fetch(job), as: .call(job.id), ifRunning: .keep))
        }
        if !commands.isEmpty { state.queue.removeAll { state.calls[$0.id] != nil } }
        return commands
    }

    /// The next attempt of a failed fetch. The last attempt is made when the fetch's lifetime ends.
    static func wait(for fetch: ResultFetch, of job: JobID, _ stamp: Stamp) -> PictureAnswer {
        let backOff = BackOff.wait(fetch.tries, longest: longestFetchWait, stamp, salt: job.low)
        let requested: Int64 = if case .rateLimited(let after?) = fetch.failure { after } else { 0 }
        let next = min(stamp.utc + max(backOff, requested), fetch.until)
        return .waits(.unfetched(fetch), until: max(next, stamp.utc + 1_000))
    }

    /// Cancels the running fetches while draining. The next start repeats them.
    static func endFetches(_ state: inout State) -> [Command<Self>] {
        let running = state.calls.values.filter(\.isFetch).map(\.job.id).sorted()
        for id in running { state.calls[id] = nil }
        return running.map { .cancel(.call($0)) }
    }
}

extension Backends.State {
    /// The number of a backend's call slots in use.
    package func running(on backend: String) -> Int {
        calls.values.count { $0.backend == backend && !$0.isFetch }
    }
}
