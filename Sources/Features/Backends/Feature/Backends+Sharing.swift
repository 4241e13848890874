package import Domain
import MVICore

/// Backends that services which share a database use together: the database counts their calls, and what one service
/// learns of an outage holds for all.
extension Backends {
    /// A place in the queue of those that wait for a backend is kept as long as the node asks about as often.
    private static let crowdedWait = Duration.milliseconds(500)

    /// Puts the job back and waits for what the other services do.
    static func turnedAway(
        _ state: inout State, _ id: JobID, _ obstacle: SharedObstacle, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard let call = state.calls.removeValue(forKey: id) else { return [] }
        if call.isCancelled { return [.emit(.answered(id, .cancelled))] + advance(&state, stamp) }
        state.queue.insert(call.job, at: 0)
        var commands: [Command<Self>] = []
        switch obstacle {
        case .busy: wait(&state, call.backend, until: stamp.now + crowdedWait)
        case .paced(let pause): wait(&state, call.backend, until: stamp.now + pause)
        case .closed(let outage): commands = close(&state, outage, stamp)
        }
        return commands + advance(&state, stamp)
    }

    private static func wait(_ state: inout State, _ name: String, until moment: Duration) {
        state.backends[name]?.crowdedUntil = moment
    }

    /// Applies what the other services know: outages that are new to this one, and the end of those that it knew of. An
    /// outage ends for all when a call of any of them succeeds.
    static func outagesKnown(
        _ state: inout State, _ outages: [SharedOutage], _ stamp: Stamp
    ) -> [Command<Self>] {
        var commands: [Command<Self>] = []
        for outage in outages where state.backends[outage.backend]?.rules.isShared == true {
            state.backends[outage.backend]?.isKnownClosed = true
            if outage.remaining > 0 { commands += close(&state, outage, stamp) }
        }
        for name in state.ended(by: outages) {
            state.backends[name]?.isKnownClosed = false
            guard let outage = state.outage(name), outage.isLearned, !state.isDraining else { continue }
            commands += [.cancel(.probe(name))] + recover(&state, name, .trying(outage))
        }
        return commands + advance(&state, stamp)
    }

    /// Makes no more calls of a backend that worked as far as this service knew.
    private static func close(_ state: inout State, _ outage: SharedOutage, _ stamp: Stamp) -> [Command<Self>] {
        let name = outage.backend
        state.backends[name]?.isKnownClosed = true
        guard let backend = state.backends[name], backend.acceptsCalls else { return [] }
        if case .rateLimited = outage.failure { return pause(&state, name, outage.remaining, stamp) }
        let interval = Duration.milliseconds(outage.remaining)
        let commands = markDown(&state, name, outage.failure, since: stamp.utc, interval, nil, stamp)
        guard var learned = state.outage(name) else { return commands }
        learned.isLearned = true
        state.backends[name]?.health = .down(learned)
        return commands
    }

    /// Sends no call for `wait` milliseconds, nor do the other services.
    static func pauseAll(
        _ state: inout State, _ name: String, _ wait: Int64, _ stamp: Stamp
    ) -> [Command<Self>] {
        let commands = pause(&state, name, wait, stamp)
        guard case .paused(let until) = state.backends[name]?.health, !commands.isEmpty else { return commands }
        let length = until.milliseconds(since: stamp.utc)
        return commands + report(state, name, .rateLimited(after: length), for: length)
    }

    /// Tells the other services that a call has failed. They make none for as long as this one would wait after a first
    /// failure: longer waits are its own, because the trouble may be on its own way to the backend.
    static func report(_ state: State, _ name: String, _ failure: BackendFailure) -> [Command<Self>] {
        guard let rules = state.backends[name]?.rules else { return [] }
        return report(state, name, failure, for: (eta(failure) ?? rules.probeInterval).milliseconds)
    }

    private static func report(
        _ state: State, _ name: String, _ failure: BackendFailure, for length: Int64
    ) -> [Command<Self>] {
        guard state.backends[name]?.rules.isShared == true else { return [] }
        let outage = SharedOutage(backend: name, failure: failure, remaining: length)
        return [.run(.report(outage, of: name), as: .report(name), ifRunning: .replaceInTurn)]
    }

    /// Tells the other services that a backend works again, if they know of its outage.
    static func reportRecovery(_ state: State, _ name: String) -> [Command<Self>] {
        guard let backend = state.backends[name], backend.rules.isShared, backend.isKnownClosed else { return [] }
        return [.run(.report(nil, of: name), as: .report(name), ifRunning: .replaceInTurn)]
    }

    static func reported(_ state: inout State, _ name: String, _ isClosed: Bool) -> [Command<Self>] {
        state.backends[name]?.isKnownClosed = isClosed
        return []
    }
}

extension Backends.State {
    /// Whether the outages that the other services know of change anything here.
    func isNews(_ outages: [SharedOutage]) -> Bool {
        !ended(by: outages).isEmpty
            || outages.contains { outage in
                guard let backend = backends[outage.backend], backend.rules.isShared else { return false }
                return !backend.isKnownClosed || outage.remaining > 0 && backend.acceptsCalls
            }
    }

    /// The backends whose outage the other services no longer know.
    fileprivate func ended(by outages: [SharedOutage]) -> [String] {
        backends.keys.sorted().filter { name in
            backends[name]?.isKnownClosed == true && !outages.contains { $0.backend == name }
        }
    }
}

extension Backends.Rules {
    /// What all services that share the backend may ask of it.
    package var limits: SharedLimits { SharedLimits(concurrency: concurrency, rate: rate) }
}

extension [String: Backends.Rules] {
    /// The backends that mean the same services everywhere, and so do those that may stand in for them.
    package var shared: [String] {
        keys.filter { name in
            guard let own = self[name], own.isChain || own.isShared else { return false }
            return own.fallback.allSatisfy { self[$0]?.isShared == true }
        }.sorted()
    }
}
