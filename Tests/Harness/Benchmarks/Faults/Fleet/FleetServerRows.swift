import Domain
import Glibc
import PlatformConcurrency
import PlatformSystem
import TestPostgreSQL

/// A statement at which something happens between a service and the server.
struct FleetSpot {
    let unit: WireProxy.Unit
    var number: Int
    let moment: WireProxy.Moment
    let node: Int

    var name: String { "\(moment.rawValue) \(unit.rawValue) \(number) of node \(node)" }
}

extension FleetBench {
    /// Statements and commits spread over the work of both nodes.
    func spots(most: Int) -> [FleetSpot] {
        [WireProxy.Unit.statement, .commit].flatMap { unit in
            // Each has about half of them.
            numbers(upTo: (statements[unit] ?? 0) * 4 / 10, most: most).enumerated().map { index, number in
                FleetSpot(
                    unit: unit, number: number, moment: index % 2 == 0 ? .after : .before, node: 1 + index / 2 % 2)
            }
        }
    }
}

extension FleetBench {
    /// Creates services and begins their work with a fault at a statement.
    func fleet(
        at spot: FleetSpot, isLoss: Bool = true, _ action: @escaping @Sendable (WireProxy) -> Void = { _ in }
    ) throws -> (fleet: FaultFleet, spot: FleetSpot)? {
        try Self.first(from: spot.number) { number in
            var nearer = spot
            nearer.number = number
            let fleet = try fleet()
            if try fleet.begin(at: nearer, isLoss: isLoss, action) { return (fleet, nearer) }
            fleet.end()
            return nil
        }
    }
}

extension FaultFleet {
    /// Arms a fault of the wire, begins, and waits until it happens. `false`: there are fewer statements.
    func begin(
        at spot: FleetSpot, isLoss: Bool, _ action: @escaping @Sendable (WireProxy) -> Void
    ) throws -> Bool {
        let place = WireProxy.Place.number(spot.unit, spot.number)
        return try begin(at: place, spot.moment, node: spot.node, isLoss: isLoss, action)
    }

    fileprivate func begin(
        at place: WireProxy.Place, _ moment: WireProxy.Moment, node: Int, isLoss: Bool = true,
        _ action: @escaping @Sendable (WireProxy) -> Void = { _ in }
    ) throws -> Bool {
        for node in 1...count { try start(node) }
        for node in 1...count { try site.ready(node: node) }
        try ask()
        let proxy = proxies[node - 1]
        proxy.arm(.init(place, moment, isLoss: isLoss) { action(proxy) })
        try site.drop(Self.sample)
        _ = site.wait(.seconds(20)) { proxy.isTriggered || isSettled() }
        return proxy.isTriggered
    }

    /// The time from now until anything goes on; `nil` if nothing does within `limit`. Zero if there is nothing to do.
    func resume(within limit: Duration) -> Duration? {
        let start = ContinuousClock.now
        // The harness' own connection may have to be made again first.
        _ = site.wait(limit) { members > 0 }
        let before = progress
        if isSettled() { return .zero }
        return site.wait(limit) { progress != before || isSettled() } ? ContinuousClock.now - start : nil
    }
}

extension FaultResult {
    /// Stops the services of a point and notes what is wrong, beside what is known. Returns the number of unknown calls.
    mutating func conclude(_ name: String, _ fleet: FaultFleet, _ known: [String]) throws -> Int {
        let wrongs = known + (try fleet.finish())
        note(name, wrongs.isEmpty ? [] : wrongs + fleet.logs)
        return try fleet.unknown()
    }
}

/// Stops the server at a statement and starts it again after a while.
struct FleetServerRow: FaultRow {
    let name = "fleet-server"
    let words =
        "the server stops immediately at the n-th statement, for 0 to 25 s; work goes on within 5 s of its start"

    func run(_ bench: FaultRunner) throws -> FaultResult {
        let fleet = try bench.fleet()
        var tally = FaultResult()
        var (resumed, times): ([Duration], [Duration]) = ([], [])
        var unknown = 0
        for (index, spot) in fleet.spots(most: 12).enumerated() {
            let pause = [0, 1, 4, 0, 1, 25][index % 6]
            let server = fleet.server
            guard let (point, spot) = try fleet.fleet(at: spot, { _ in try? server.stop() }) else { continue }
            defer { point.end() }
            // The time without a server is the point of this row.
            usleep(UInt32(pause) * 1_000_000)
            try fleet.server.start()
            let start = ContinuousClock.now
            let back = point.resume(within: .seconds(60))
            var wrongs =
                back.map { $0 > .seconds(5) } ?? true ? ["resumed after \(back.map { "\($0)" } ?? "never")"] : []
            if point.settle(within: .seconds(60)) == nil { wrongs.append("not decided a minute later") }
            times.append(ContinuousClock.now - start)
            if let back { resumed.append(back) }
            unknown += try tally.conclude("\(spot.name), \(pause) s", point, wrongs)
        }
        FleetBench.show("resumed", resumed, unknown: unknown)
        FleetBench.show("decided", times, unknown: unknown)
        return tally
    }
}

/// Loses a node's connection at each kind of statement, with the statement or with its answer.
struct FleetTerminateRow: FaultRow {
    let name = "fleet-terminate"
    let words = "a connection is lost at each kind of statement, before the server has it or with its answer"

    func run(_ bench: FaultRunner) throws -> FaultResult {
        let fleet = try bench.fleet()
        var tally = FaultResult()
        var times: [Duration] = []
        var unknown = 0
        var missed = 0
        let kinds = fleet.kinds
        for (index, number) in fleet.numbers(upTo: kinds.count * 2, most: kinds.count * 2).enumerated() {
            let (kind, moment) = (kinds[(number - 1) / 2], number % 2 == 0 ? WireProxy.Moment.before : .after)
            let point = try fleet.fleet()
            defer { point.end() }
            guard try point.begin(at: .first(kind), moment, node: 1 + index / 2 % 2) else {
                missed += 1
                continue
            }
            let took = point.settle(within: .seconds(60))
            if let took { times.append(took) }
            let name = "\(moment.rawValue) statement \(number) of \(kinds.count * 2) (\(kind.suffix(60)))"
            unknown += try tally.conclude(name, point, took == nil ? ["not decided a minute later"] : [])
        }
        Report.line("  \(kinds.count) kinds of statements, each lost before and after; \(missed) did not come")
        FleetBench.show("decided", times, unknown: unknown)
        return tally
    }
}

/// Passes nothing on between a node and the server, without closing anything, for less or for longer than the lease.
struct FleetCableRow: FaultRow {
    let name = "fleet-cable"
    let words = "nothing passes between a node and the server for 10 or 25 s, from the n-th statement on"

    func run(_ bench: FaultRunner) throws -> FaultResult {
        let fleet = try bench.fleet()
        let spots = fleet.spots(most: 4).enumerated().map { ($1, $0 % 2 == 0 ? 25 : 10) }
        return try fleet.run(spots) { spot, pause in
            guard let (point, spot) = try fleet.fleet(at: spot, isLoss: false, { $0.isSilent = true }) else {
                return nil
            }
            let proxy = point.proxies[spot.node - 1]
            try Thread.start("cable") {
                usleep(UInt32(pause) * 1_000_000)
                proxy.isSilent = false
            }
            // A job whose step failed is tried again after 30 s.
            return FleetPoint(name: "\(spot.name), \(pause) s", fleet: point, limit: .seconds(pause + 35))
        } end: { point in
            let fleet = point.fleet
            if !fleet.site.wait(.seconds(40), until: { fleet.members == fleet.count }) {
                point.wrongs.append("the node has not come back")
            }
            point.wrongs += try fleet.finish()
        }
    }
}
