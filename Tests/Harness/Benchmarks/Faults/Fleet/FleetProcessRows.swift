import Domain
import Glibc
import PlatformSystem

/// A point of a row about several services, which goes on while others are tried: most of its time is the lease of a node
/// that doesn't answer.
struct FleetPoint {
    let name: String
    let fleet: FaultFleet
    /// What is wrong so far.
    var wrongs: [String] = []
    /// The time within which work must be decided after a fault: the lease of a node, a beat of another one, and the work.
    static let deadline = Duration.seconds(30)

    /// The time within which this one's must be.
    var limit = Self.deadline
    /// The time of the fault.
    var since = ContinuousClock.now

    /// The time from the fault until everything was decided; `nil` if that was not seen.
    var took: Duration? { fleet.settled.map { max(.zero, $0 - since) } }
}

extension FleetBench {
    /// Runs points a few at a time: `begin` creates the services and causes the fault, `end` checks them.
    func run<Spot>(
        _ spots: [Spot], atOnce: Int = 4, _ begin: (Spot) throws -> FleetPoint?, end: (inout FleetPoint) throws -> Void
    ) throws -> FaultResult {
        var tally = FaultResult()
        var times: [Duration] = []
        var unknown = 0
        var rest = spots[...]
        while !rest.isEmpty {
            var points: [FleetPoint] = []
            defer { for point in points { point.fleet.end() } }
            for spot in rest.prefix(atOnce) {
                guard let point = try begin(spot) else { continue }
                points.append(point)
                watch(point.fleet)
                look()
            }
            rest = rest.dropFirst(atOnce)
            settle(&points)
            for index in points.indices {
                try end(&points[index])
                let point = points[index]
                unknown += (try? point.fleet.unknown()) ?? 0
                if let took = point.took { times.append(took) }
                tally.note(point.name, point.wrongs.isEmpty ? [] : point.wrongs + point.fleet.logs)
            }
        }
        Self.show("decided", times, unknown: unknown)
        return tally
    }

    /// Tries the number, and earlier ones until something happens there: a node may make fewer calls or statements than in
    /// the undisturbed run.
    static func first<Point>(from number: Int, _ attempt: (Int) throws -> Point?) throws -> Point? {
        var number = number
        while number > 0 {
            if let point = try attempt(number) { return point }
            number /= 2
        }
        return nil
    }

    /// Waits until the work of all of them has been decided.
    private func settle(_ points: inout [FleetPoint]) {
        let start = ContinuousClock.now
        while points.contains(where: { $0.took == nil }), ContinuousClock.now - start < .seconds(90) {
            look()
            usleep(20_000)
        }
        forget()
        for index in points.indices where points[index].took.map({ $0 > points[index].limit }) ?? true {
            points[index].wrongs.append("decided after \(points[index].took.map { "\($0)" } ?? "more than 90 s")")
        }
    }

    static func show(_ what: String, _ times: [Duration], unknown: Int) {
        guard !times.isEmpty else { return }
        let sorted = times.map { $0 / .seconds(1) }.sorted()
        Report.line(
            "  \(what) after \(Report.number(sorted[0])) … \(Report.number(sorted[sorted.count / 2])) … "
                + "\(Report.number(sorted[sorted.count - 1])) s (least, median, most); unknown calls: \(unknown)")
    }
}

/// Kills one of two services while both work, and the other finishes; or both, and both start again.
struct FleetKillRow: FaultRow {
    let name = "fleet-kill"
    let words = "SIGKILL of one of two services at the n-th call, or of both and a start; decided within 30 s"

    private struct Spot {
        let number: Int
        /// The nodes that are killed.
        let nodes: [Int]
        let effect: String
    }

    func run(_ bench: FaultRunner) throws -> FaultResult {
        let fleet = try bench.fleet()
        let numbers = fleet.numbers(upTo: (fleet.calls["any"] ?? 0) / 2, most: 24)
        let spots = numbers.enumerated().map { index, number in
            Spot(
                number: number, nodes: index % 3 == 2 ? [1, 2] : [1 + index % 3],
                effect: index % 2 == 0 ? "killed" : "kill")
        }
        return try fleet.run(spots) {
            try begin($0, fleet)
        } end: {
            try end(&$0)
        }
    }

    private func begin(_ spot: Spot, _ bench: FleetBench) throws -> FleetPoint? {
        try FleetBench.first(from: spot.number) { number in
            try attempt(Spot(number: number, nodes: spot.nodes, effect: spot.effect), bench)
        }
    }

    private func attempt(_ spot: Spot, _ bench: FleetBench) throws -> FleetPoint? {
        let fleet = try bench.fleet()
        let faults = spot.nodes.map { ($0, FaultInjection.at(spot.number, "any", spot.effect)) }
        try fleet.begin(Dictionary(uniqueKeysWithValues: faults))
        var killed = 0
        let isOver = fleet.site.wait(.seconds(20)) {
            bench.look()
            killed = spot.nodes.count { fleet.site.wasFaultTriggered(in: $0) }
            return killed == spot.nodes.count || fleet.isSettled()
        }
        // One of both may have had too little to do.
        guard isOver, killed > 0 else {
            fleet.end()
            return nil
        }
        let words = spot.nodes.map { "node \($0)" }.joined(separator: " and ")
        var point = FleetPoint(name: "any \(spot.number) \(spot.effect) in \(words)", fleet: fleet)
        for node in spot.nodes where fleet.site.wasFaultTriggered(in: node) {
            if fleet.bury(node) != .signal(SIGKILL) { point.wrongs.append("node \(node) was not killed") }
            if spot.nodes.count > 1 { try fleet.start(node) }
        }
        return point
    }

    private func end(_ point: inout FleetPoint) throws { point.wrongs += try point.fleet.finish() }
}

/// Stops a service by SIGSTOP for longer than its lease while both work. What it had begun is decided by the other one, and
/// after SIGCONT it sends nothing that costs money.
struct FleetStopRow: FaultRow {
    let name = "fleet-stop"
    let words = "SIGSTOP of one of two services at the n-th call for longer than its lease; then it sends nothing"

    private struct Spot {
        let call: String
        let number: Int
        let node: Int
        let effect: String
    }

    func run(_ bench: FaultRunner) throws -> FaultResult {
        let fleet = try bench.fleet()
        let spots = ["any", "send"].flatMap { call in
            fleet.numbers(upTo: (fleet.calls[call] ?? 0) / 2, most: 8).enumerated().map { index, number in
                Spot(call: call, number: number, node: 1, effect: index % 2 == 0 ? "stop" : "stopped")
            }
        }
        return try fleet.run(spots) {
            try begin($0, fleet)
        } end: {
            try end(&$0)
        }
    }

    private func begin(_ spot: Spot, _ bench: FleetBench) throws -> FleetPoint? {
        try FleetBench.first(from: spot.number) { number in
            try attempt(Spot(call: spot.call, number: number, node: spot.node, effect: spot.effect), bench)
        }
    }

    private func attempt(_ spot: Spot, _ bench: FleetBench) throws -> FleetPoint? {
        let fleet = try bench.separateFleet()
        let fault = FaultInjection.at(spot.number, spot.call, spot.effect)
        try fleet.begin([spot.node: fault])
        let isOver = fleet.site.wait(.seconds(20)) {
            bench.look()
            return fleet.site.wasFaultTriggered(in: spot.node) || fleet.isSettled()
        }
        guard isOver, fleet.site.wasFaultTriggered(in: spot.node) else {
            fleet.end()
            return nil
        }
        return FleetPoint(name: "\(fault.name) in node \(spot.node)", fleet: fleet)
    }

    /// A request on whose way to the socket the process was stopped can't be called back. Its job must be unknown then.
    private func end(_ point: inout FleetPoint) throws {
        let fleet = point.fleet
        // It may have had no work, so that everything was decided at once.
        let isExpelled = fleet.site.wait(.seconds(35)) { fleet.members == 1 }
        if !isExpelled { point.wrongs.append("the stopped node was not declared dead") }
        let (sold, unknown) = (fleet.site.easel.sold.values.reduce(0, +), try fleet.unknown())
        for node in 1...fleet.count { fleet.send(SIGCONT, to: node) }
        if !fleet.site.wait(.seconds(30), until: { fleet.members == fleet.count }) {
            point.wrongs.append("the stopped node has not come back")
        }
        _ = fleet.settle(within: .seconds(30))
        let more = fleet.site.easel.sold.values.reduce(0, +) - sold
        if more > 0 { Report.line("  \(point.name): \(more) sent afterwards, unknown \(unknown)") }
        if more > 1 || more > unknown { point.wrongs.append("\(more) sent after SIGCONT, of which \(unknown) unknown") }
        point.wrongs += try fleet.finish()
    }
}
