/// What closed gates keep from starting.
package struct GateClosures: Equatable, Sendable {
    /// The closed gates, also those of things that other gates close as well.
    package let gates: Set<String>
    /// The closed gate of the whole service.
    package let service: GateClosure?
    /// By the names of watch folders.
    package let folders: [String: GateClosure]
    /// By the names of backends.
    package let backends: [String: GateClosure]
    /// By the names of targets of notifications.
    package let targets: [String: GateClosure]
    /// What closed gates apply to that stop running calls where these are free and local.
    private let stopping: [GateScope]

    package static var none: GateClosures { GateClosures([]) }

    /// `closed`: the closed gates with their scopes, in the order of the configuration. Of several on one thing, the one
    /// that opens last counts. `chains`: backends that only pass work on to others; they are closed once all of these are.
    /// `stopping`: the scopes of those that stop running calls.
    package init(
        _ closed: [(closure: GateClosure, scope: GateScope)], chains: [String: [String]] = [:],
        stopping: [GateScope] = []
    ) {
        self.stopping = stopping
        gates = Set(closed.map(\.closure.gate))
        service = closed.filter(\.scope.isEverything).map(\.closure).max { Self.isLonger($1, than: $0) }
        folders = Self.by(\.folders, closed)
        targets = Self.by(\.targets, closed)
        var backends = Self.by(\.backends, closed)
        for (chain, members) in chains where backends[chain] == nil && !members.isEmpty {
            let closures = members.compactMap { backends[$0] }
            // The chain opens with the first of its members.
            if closures.count == members.count {
                backends[chain] = closures.min { Self.isLonger($1, than: $0) }
            }
        }
        self.backends = backends
    }

    private static func by(
        _ names: KeyPath<GateScope, [String]>, _ closed: [(closure: GateClosure, scope: GateScope)]
    ) -> [String: GateClosure] {
        var found: [String: GateClosure] = [:]
        for (closure, scope) in closed {
            for name in scope[keyPath: names] where found[name].map({ isLonger(closure, than: $0) }) != false {
                found[name] = closure
            }
        }
        return found
    }

    /// An unknown end counts as the latest.
    private static func isLonger(_ one: GateClosure, than other: GateClosure) -> Bool {
        guard let otherEnd = other.until else { return false }
        return one.until.map { $0 > otherEnd } ?? true
    }

    /// Why no drop of a folder may be claimed.
    package func closure(ofFolder name: String) -> GateClosure? { service ?? folders[name] }

    /// Whether a closed gate stops the job's running call to a backend, if that is free and local.
    package func stopsCall(of job: Job, to backend: String) -> Bool {
        stopping.contains { $0.isEverything || $0.folders.contains(job.folder) || $0.backends.contains(backend) }
    }

    /// Why a job that has not begun may not start.
    package func closure(of job: Job) -> GateClosure? {
        if let closure = closure(ofFolder: job.folder) { return closure }
        guard let request = job.request, request.source.task != nil else { return nil }
        return backends[request.generation.backend]
    }
}
