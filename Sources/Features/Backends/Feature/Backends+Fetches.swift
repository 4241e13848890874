import Domain
import MVICore

/// Pictures that are made and have yet to be fetched from their addresses. A fetch takes no slot of its backend's calls,
/// waits for neither its health nor its rate, goes on while the service is paused, and keeps no drain waiting: all it
/// needs is stored.
extension Backends {
    /// The longest time between two tries, in milliseconds.
    private static let longestFetchWait: Int64 = 900_000

    /// Starts fetches, at most as many at once of each backend as it takes calls.
    static func startFetches(_ state: inout State) -> [Command<Self>] {
        guard state.queue.contains(where: { $0.state.fetch != nil }) else { return [] }
        var running: [String: Int] = [:]
        for call in state.calls.values where call.isFetch { running[call.backend, default: 0] += 1 }
        var commands: [Command<Self>] = []
        for job in state.queue {
            guard let name = job.state.fetch?.backend else { continue }
            guard running[name, default: 0] < state.backends[name]?.rules.concurrency ?? 1 else { continue }
            running[name, default: 0] += 1
            state.calls[job.id] = RunningCall(job: job, on: name, isFetch: true)
            commands.append(.run(.fetch(job), as: .call(job.id), ifRunning: .keep))
        }
        if !commands.isEmpty { state.queue.removeAll { state.calls[$0.id] != nil } }
        return commands
    }

    /// The next try of a fetch that failed. Its last one is made when its time ends.
    static func wait(for fetch: ResultFetch, of job: JobID, _ stamp: Stamp) -> PictureAnswer {
        let backOff = BackOff.wait(fetch.tries, longest: longestFetchWait, stamp, salt: job.low)
        let told: Int64 = if case .rateLimited(let after?) = fetch.failure { after } else { 0 }
        let next = min(stamp.utc + max(backOff, told), fetch.until)
        return .waits(.unfetched(fetch), until: max(next, stamp.utc + 1_000))
    }

    /// At the end of the service nothing waits for a fetch: the next start tries it again.
    static func endFetches(_ state: inout State) -> [Command<Self>] {
        let running = state.calls.values.filter(\.isFetch).map(\.job.id).sorted()
        for id in running { state.calls[id] = nil }
        return running.map { .cancel(.call($0)) }
    }
}

extension Backends.State {
    /// How many of a backend's slots are taken.
    package func running(on backend: String) -> Int {
        calls.values.count { $0.backend == backend && !$0.isFetch }
    }
}
