import Domain
import FoundationEssentials
import Glibc
import PlatformPostgreSQL
import PlatformSQL
import PlatformSystem
import TestPostgreSQL

/// Sets one node's wall clock a day ahead or back: leases, claims and caps go by the server's clock or by none.
struct FleetClockRow: FaultRow {
    let name = "fleet-clock"
    let words = "the clock of one of two services is a day ahead or behind: nothing changes"

    func run(_ bench: FaultRunner) throws -> FaultResult {
        let fleet = try bench.fleet()
        let spots = [(1, 86_400), (2, -86_400), (1, -86_400), (2, 86_400)].prefix(bench.most ?? .max)
        return try fleet.run(Array(spots)) { node, shift in
            let point = try fleet.fleet()
            try point.begin(variables: [node: ["TEXTIFY_FAULT_CLOCK=\(shift)"]])
            return FleetPoint(name: "node \(node) by \(shift) s", fleet: point)
        } end: { point in
            if point.fleet.members != 2 { point.wrongs.append("\(point.fleet.members) nodes are alive") }
            if point.fleet.logs.contains(where: { $0.contains("node_lost") }) { point.wrongs.append("a node was lost") }
            point.wrongs += try point.fleet.finish()
        }
    }
}

/// Fills the database's disk while both services work, and makes room again.
struct FleetFullRow: FaultRow {
    let name = "fleet-full"
    let words =
        "the database's disk is full: nothing is bought, and the services recover by themselves once there is room"

    func run(_ bench: FaultRunner) throws -> FaultResult {
        var tally = FaultResult()
        guard geteuid() == 0 else {
            Report.line("  only root can mount a small disk: not tried")
            tally.note("not tried", [])
            return tally
        }
        let fleet = try bench.fleet()
        let server = fleet.server
        try server.run("mkdir small && mount -t tmpfs -o size=64m,mode=700 small small && chown postgres small")
        try server.connect().script("CREATE TABLESPACE small LOCATION '\(server.folder)/small'")
        for isEarly in [true, false].prefix(bench.most ?? .max) {
            tally.note(isEarly ? "before the drops" : "while they are processed", try wrongs(isEarly, fleet))
        }
        return tally
    }

    private func wrongs(_ isEarly: Bool, _ bench: FleetBench) throws -> [String] {
        let fleet = try bench.fleet(tablespace: "small")
        defer { fleet.end() }
        for node in 1...2 { try fleet.start(node) }
        for node in 1...2 { try fleet.site.ready(node: node) }
        try fleet.ask()
        if isEarly { try fill(bench.server) }
        try fleet.site.drop(FaultFleet.sample)
        if !isEarly {
            _ = fleet.site.wait(.seconds(20)) { !fleet.site.easel.sold.isEmpty }
            try fill(bench.server)
        }
        // Pages have some room left. What fits is done; then nothing may go on for a while.
        _ = fleet.site.wait(.seconds(5)) { fleet.reports("database_full") > 0 }
        let before = fleet.site.easel.sold.values.reduce(0, +)
        usleep(5_000_000)
        let sold = fleet.site.easel.sold.values.reduce(0, +)
        var wrongs = sold == before ? [] : ["\(sold - before) were bought without room"]
        let reports = fleet.reports("database_full")
        if reports == 0, !fleet.isSettled() { wrongs.append("that there is no room is not reported") }
        try bench.server.run("rm small/filling")
        let start = ContinuousClock.now
        let back = fleet.resume(within: .seconds(60))
        if fleet.settle(within: .seconds(90)) == nil { wrongs.append("not decided 90 s after there was room") }
        let took = ContinuousClock.now - start
        wrongs += try fleet.finish()
        Report.line(
            "  sold without room: \(before), reported \(reports) times, resumed \(back.map { "\($0)" } ?? "never")")
        FleetBench.show("decided", [took], unknown: try fleet.unknown())
        return wrongs.isEmpty ? [] : wrongs + fleet.logs
    }

    private func fill(_ server: DurableServer) throws {
        try server.run(
            "dd if=/dev/zero of=small/filling bs=64k 2>/dev/null; dd if=/dev/zero of=small/filling bs=4k conv=notrunc oflag=append 2>/dev/null; true"
        )
    }
}

extension FaultFleet {
    /// The number of lines with a code in the logs of all nodes.
    func reports(_ code: String) -> Int {
        (1...count).reduce(0) { sum, node in
            let log = (try? String(contentsOfFile: site.log(of: node).shown, encoding: .utf8)) ?? ""
            return sum + log.split(separator: "\n").count { $0.contains(" \(code):") }
        }
    }
}

/// Stops the primary and promotes its standby, which followed asynchronously. Services find it by an address with both hosts.
struct FleetPromoteRow: FaultRow {
    let name = "fleet-promote"
    let words = "an asynchronous standby is promoted after its primary has stopped: the services go on there"

    func run(_ bench: FaultRunner) throws -> FaultResult {
        let fleet = try bench.fleet()
        var tally = FaultResult()
        for number in 0..<(bench.most ?? 6) {
            let moment = number * 4
            tally.note("after \(moment) results", try wrongs(moment, number, fleet))
        }
        return tally
    }

    private func wrongs(_ moment: Int, _ number: Int, _ bench: FleetBench) throws -> [String] {
        let primary = try DurableServer(in: bench.folder("primary-\(number)"))
        try primary.connect().script("CREATE DATABASE shared")
        let standby = try DurableServer(in: bench.folder("standby-\(number)"), following: primary)
        let fleet = try bench.fleet { shared in
            let hosts = primary.folder + "," + standby.folder
            let url = "postgresql:///shared?host=\(hosts)&user=textify&target_session_attrs=read-write"
            (shared.urls, shared.direct) = ([url, url], url)
        }
        defer { fleet.end() }
        try fleet.begin()
        _ = fleet.site.wait(.seconds(30)) { fleet.progress[0] >= moment }
        try primary.stop()
        let received = try standby.received()
        try standby.promote()
        let start = ContinuousClock.now
        let back = fleet.resume(within: .seconds(60))
        var wrongs = back.map { $0 > .seconds(5) } ?? true ? ["resumed after \(back.map { "\($0)" } ?? "never")"] : []
        if fleet.settle(within: .seconds(60)) == nil { wrongs.append("not decided a minute later") }
        let took = ContinuousClock.now - start
        let found = try fleet.finish()
        // Started alone it says how far it had come.
        try primary.start()
        let lost = try primary.written() - received
        Report.line("  \(lost) bytes of the log were not replicated, resumed after \(back.map { "\($0)" } ?? "never")")
        FleetBench.show("decided", [took], unknown: (try? fleet.unknown()) ?? -1)
        // Without a synchronous standby the newest commits are lost with their primary; what that means is shown.
        if lost > 0 { for line in found { Report.line("    lost with it: " + line) } } else { wrongs += found }
        return wrongs.isEmpty ? [] : wrongs + fleet.logs
    }
}

extension DurableServer {
    /// The position in the log up to which a standby has what its primary wrote.
    fileprivate func received() throws -> Int {
        Int(try position("pg_last_wal_receive_lsn()"))
    }

    /// The position in the log after a recovery without further work.
    fileprivate func written() throws -> Int {
        // The recovery ends with a checkpoint record of its own, which follows what was written before.
        Int(try position("redo_lsn", from: " FROM pg_control_checkpoint()"))
    }

    private func position(_ expression: String, from: String = "") throws -> Int64 {
        try connect().select("SELECT (\(expression) - '0/0'::pg_lsn)::bigint\(from)") { $0.integer(0) }.first ?? 0
    }
}
