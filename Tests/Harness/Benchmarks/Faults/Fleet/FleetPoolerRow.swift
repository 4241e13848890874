import Domain
import FoundationEssentials
import Glibc
import PlatformPostgreSQL
import PlatformSQL
import PlatformSystem
import TestPostgreSQL

/// Runs services through PgBouncer in transaction mode: what needs a session must not be relied on, and must not stay behind.
struct FleetPoolerRow: FaultRow {
    let name = "fleet-pooler"
    let words =
        "PgBouncer in transaction mode before the server: all is done, announcements are reported as unheard once"

    private enum Trouble: String, CaseIterable {
        case none = "undisturbed"
        case fewConnections = "four connections for two services"
        case restart = "PgBouncer is killed and started again"
        case kill = "a service is killed"
    }

    private static let program = "/usr/sbin/pgbouncer"

    func run(_ bench: FaultRunner) throws -> FaultResult {
        guard FileManager.default.fileExists(atPath: Self.program) else {
            Report.line("  PgBouncer is not installed (Debian: apt install pgbouncer): not tried")
            var tally = FaultResult()
            tally.note("not tried", [])
            return tally
        }
        let fleet = try bench.fleet()
        var tally = FaultResult()
        for trouble in Trouble.allCases.prefix(bench.most ?? .max) {
            tally.note(trouble.rawValue, try wrongs(trouble, fleet))
        }
        return tally
    }

    private func wrongs(_ trouble: Trouble, _ bench: FleetBench) throws -> [String] {
        let server = bench.server
        try configure(server, connections: trouble == .fewConnections ? 4 : 20)
        try start(server)
        defer { try? stop(server) }
        let fleet = try bench.fleet { shared in
            shared.urls = shared.urls.map { _ in shared.direct.replacing(server.folder, with: server.folder + "/pooler")
            }
        }
        defer { fleet.end() }
        let fault = trouble == .kill ? [1: FaultInjection.at(100, "any", "killed")] : [:]
        try fleet.begin(fault)
        if trouble == .restart {
            _ = fleet.site.wait(.seconds(20)) { !fleet.site.easel.sold.isEmpty }
            try stop(server)
            try start(server)
        }
        let took = fleet.settle(within: .seconds(60))
        var wrongs = took == nil ? ["not decided after a minute"] : []
        if trouble == .kill, fleet.bury(1) != .signal(SIGKILL) { wrongs.append("the service was not killed") }
        let running = (1...fleet.count).filter { trouble != .kill || $0 > 1 }
        let isReported = fleet.site.wait(.seconds(20)) { running.allSatisfy { reports(of: $0, fleet) > 0 } }
        if !isReported { wrongs.append("that announcements are not heard is not reported") }
        if running.contains(where: { reports(of: $0, fleet) > 1 }) { wrongs.append("reported more than once") }
        wrongs += try fleet.finish()
        let locks = try server.connect().select("SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'") {
            $0.integer(0)
        }
        if locks != [0] { wrongs.append("locks of sessions are left: \(locks)") }
        if let took { FleetBench.show(trouble.rawValue + ": decided", [took], unknown: try fleet.unknown()) }
        return wrongs.isEmpty ? [] : wrongs + fleet.logs
    }

    private func reports(of node: Int, _ fleet: FaultFleet) -> Int {
        let log = (try? String(contentsOfFile: fleet.site.log(of: node).shown, encoding: .utf8)) ?? ""
        return log.split(separator: "\n").count { $0.contains("announcements_unheard") }
    }

    private func configure(_ server: DurableServer, connections: Int) throws {
        let lines = [
            "[databases]", "* = host=\(server.folder) port=5432 user=textify", "[pgbouncer]", "listen_addr =",
            "unix_socket_dir = \(server.folder)/pooler", "listen_port = 5432", "auth_type = any",
            "pool_mode = transaction",
            "max_client_conn = 200", "default_pool_size = \(connections)", "pidfile = \(server.folder)/pooler/pid",
            "logfile = \(server.folder)/pooler/log",
        ]
        try server.run("mkdir -p pooler && { [ -z \"$as\" ] || chown postgres pooler; }")
        try server.run("printf '%s\\n' " + lines.map { "'\($0)'" }.joined(separator: " ") + " > pooler/ini")
    }

    private func start(_ server: DurableServer) throws { try server.run("$as \(Self.program) -d -q pooler/ini") }

    /// Waits until it has ended.
    private func stop(_ server: DurableServer) throws {
        try server.run("kill -9 $(cat pooler/pid); rm -f pooler/pid pooler/.s.PGSQL.5432*")
    }
}
