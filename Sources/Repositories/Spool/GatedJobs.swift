internal import Domain
internal import PlatformSQL

/// Finds jobs that wait for gates.
enum GatedJobs {
    /// Returns the most urgent jobs that wait for gates other than the `closed` ones. Searches the index once per gate,
    /// since there are few.
    static func first(
        _ limit: Int, except closed: Set<String>, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> [JobID] {
        var found: [(priority: Int64, id: JobID)] = []
        for gate in try gates(on: connection) where !closed.contains(gate) {
            found += try first(limit, behind: gate, on: connection)
        }
        return found.sorted { ($0.priority, $0.id) < ($1.priority, $1.id) }.prefix(limit).map(\.id)
    }

    /// The number of jobs that wait for gates, up to `GateAdmission.mostCounted`.
    static func count(on connection: any SQLConnection) throws(RepositoryFailure) -> Int {
        let limit = SQLValue.integer(Int64(GateAdmission.mostCounted))
        let sql = "SELECT count(*) FROM (SELECT 1 FROM jobs WHERE \(JobRecord.isGated) LIMIT ?) AS found"
        return try connection.rows(sql, [limit]) { row throws(RepositoryFailure) in Int(row.integer(0)) }.first ?? 0
    }

    /// The gates that jobs wait for, each found by one step in the index.
    private static func gates(on connection: any SQLConnection) throws(RepositoryFailure) -> [String] {
        var gates: [String] = []
        while true {
            let next = try connection.rows(
                "SELECT gate FROM jobs WHERE \(JobRecord.isGated) AND gate > ? ORDER BY gate LIMIT 1",
                [.text(gates.last ?? "")]
            ) { row throws(RepositoryFailure) in row.text(0) }
            guard let gate = next.first else { return gates }
            gates.append(gate)
        }
    }

    private static func first(
        _ limit: Int, behind gate: String, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> [(priority: Int64, id: JobID)] {
        try connection.rows(
            """
            SELECT priority, id FROM jobs WHERE \(JobRecord.isGated) AND gate = ? ORDER BY priority, id LIMIT ?
            """, [.text(gate), .integer(Int64(limit))]
        ) { row throws(RepositoryFailure) in (row.integer(0), try row.identifier(1)) }
    }
}
