import Domain
import MVICore

/// Health of backends: failures, probes, trials and recovery.
extension Backends {
    /// The number of times that a job's request may make a healthy backend fail before the job fails.
    static let maxTries = 5
    /// The longest time between two health checks of a backend, unless a longer one is configured.
    static let longestInterval = Duration.seconds(300)

    /// Marks a backend as down: no call is made until a health check succeeds.
    static func fail(
        _ state: inout State, _ name: String, _ cause: BackendFailure, _ suspect: JobID?, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard let backend = state.backends[name] else { return [] }
        switch backend.health {
        case .down(var outage):
            if let suspect { outage.suspects[suspect] = cause }
            state.backends[name]?.health = .down(outage)
            return []
        case .trying(let outage):
            let usual = doubled(outage.interval, cause, backend.rules)
            let interval = max(usual, noteLost(&state, name, cause, stamp))
            return markDown(&state, name, cause, since: outage.since, interval, suspect, stamp)
                + report(state, name, cause)
        case .fine, .paused:
            let usual = eta(cause) ?? backend.rules.probeInterval
            let interval = max(usual, noteLost(&state, name, cause, stamp))
            return markDown(&state, name, cause, since: stamp.utc, interval, suspect, stamp)
                + report(state, name, cause)
        }
    }

    /// Records a lost answer and returns the shortest interval before the next trial.
    private static func noteLost(
        _ state: inout State, _ name: String, _ cause: BackendFailure, _ stamp: Stamp
    ) -> Duration {
        guard cause == .unknown, let rules = state.backends[name]?.rules, !rules.isFree else { return .zero }
        state.backends[name]?.lost.note(stamp.utc)
        return state.backends[name]?.lost.interval(from: rules.probeInterval, usual: longestInterval) ?? .zero
    }

    static func markDown(
        _ state: inout State, _ name: String, _ cause: BackendFailure, since: UTCMillis, _ interval: Duration,
        _ suspect: JobID?, _ stamp: Stamp
    ) -> [Command<Self>] {
        var outage = Outage(failure: cause, since: since, interval: interval, dueAt: stamp.now + interval)
        if let suspect { outage.suspects[suspect] = cause }
        state.backends[name]?.health = .down(outage)
        let event = Command<Self>.emit(.wentDown(name, cause, until: outage.until(stamp)))
        return state.isDraining ? [event] : [probe(name, outage), event]
    }

    static func probed(
        _ state: inout State, _ name: String, _ failure: BackendFailure?, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard var outage = state.outage(name), let rules = state.backends[name]?.rules else { return [] }
        let suspects = outage.suspects
        outage.suspects = [:]
        guard let failure else {
            blame(&state, suspects)
            return recover(&state, name, .trying(outage)) + advance(&state, stamp)
        }
        // The backend itself is at fault, not a request.
        outage.isLearned = false
        outage.failure = failure
        outage.interval = doubled(outage.interval, failure, rules)
        outage.dueAt = stamp.now + outage.interval
        state.backends[name]?.health = .down(outage)
        return [probe(name, outage)]
    }

    /// Records a success, which ends an outage. A pause continues, because the rate limit still applies.
    static func worked(_ state: inout State, _ name: String) -> [Command<Self>] {
        state.backends[name]?.throttle.take()
        state.backends[name]?.lost.succeed()
        let news = reportRecovery(state, name)
        switch state.backends[name]?.health {
        case .down(let outage):
            blame(&state, outage.suspects)
            return (state.isDraining ? [] : [.cancel(.probe(name))]) + recover(&state, name, .fine) + news
        case .trying:
            state.backends[name]?.health = .fine
            return news
        case .fine: return news
        case .paused, nil: return []
        }
    }

    static func released(_ state: inout State, _ name: String, _ stamp: Stamp) -> [Command<Self>] {
        state.backends[name]?.throttle = Throttle()
        state.backends[name]?.lost = LostResponses()
        guard var outage = state.outage(name) else {
            return recover(&state, name, .fine) + reportRecovery(state, name) + advance(&state, stamp)
        }
        outage.suspects = [:]
        return [.cancel(.probe(name))] + recover(&state, name, .trying(outage)) + reportRecovery(state, name)
            + advance(&state, stamp)
    }

    /// Handles a call that was rejected because of a rate limit. `after`: the pause in milliseconds that the server
    /// requested, if any. Concurrent calls that are rejected count as one rejection for the back-off.
    static func refused(
        _ state: inout State, _ name: String, _ after: Int64?, _ stamp: Stamp
    ) -> [Command<Self>] {
        switch state.backends[name]?.health {
        case .down, nil: return []
        case .paused:
            state.backends[name]?.throttle.note(stamp.utc)
            return pauseAll(&state, name, max(Throttle.shortestWait, after ?? 0), stamp)
        case .fine, .trying:
            let wait = state.backends[name]?.throttle.refuse(wait: after, stamp) ?? Throttle.shortestWait
            return pauseAll(&state, name, wait, stamp)
        }
    }

    /// Sends no call for `wait` milliseconds.
    static func pause(
        _ state: inout State, _ name: String, _ wait: Int64, _ stamp: Stamp
    ) -> [Command<Self>] {
        let until = stamp.utc + max(Throttle.shortestWait, wait) + 1
        switch state.backends[name]?.health {
        case .paused(let before) where before >= until: return []
        case .down, nil: return []
        case .fine, .trying, .paused:
            state.backends[name]?.health = .paused(until: until)
            return [.emit(.slowedDown(name, until: until))]
        }
    }

    static func recover(_ state: inout State, _ name: String, _ health: Health) -> [Command<Self>] {
        state.backends[name]?.health = health
        return [.emit(.recovered(name))] + state.served(by: name).map { .emit(.freed($0)) }
    }

    /// Counts a try against the requests that made a healthy backend fail.
    private static func blame(_ state: inout State, _ suspects: [JobID: BackendFailure]) {
        for (id, failure) in suspects {
            state.tries[id] = Tries(count: (state.tries[id]?.count ?? 0) + 1, failure: failure)
        }
    }

    private static func probe(_ name: String, _ outage: Outage) -> Command<Self> {
        .run(.probe(name, after: outage.interval), as: .probe(name))
    }

    private static func doubled(_ interval: Duration, _ cause: BackendFailure, _ rules: Rules) -> Duration {
        eta(cause) ?? max(interval, min(interval * 2, max(longestInterval, rules.probeInterval)))
    }

    /// The interval until a loading backend expects to be ready, if it says so.
    static func eta(_ cause: BackendFailure) -> Duration? {
        guard case .loading(let eta?) = cause else { return nil }
        return min(max(.milliseconds(eta), .seconds(1)), longestInterval)
    }
}
