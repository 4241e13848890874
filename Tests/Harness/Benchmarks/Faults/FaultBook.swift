import Domain
import PlatformSQLite

/// What a site's database says once the service has ended.
struct FaultBook {
    /// The state of each job, by its drop's name.
    let states: [String: String]
    let jobs: Int
    /// Of the jobs that wait: what they have written may lie under temporary names.
    let waiting: [String]
    /// Lines of the ledger that count.
    let paid: Int
    /// Those of them of which nobody knows the end.
    let unknown: Int

    init(_ site: FaultSite) throws(SQLiteFailure) {
        let database = try Connection(path: site.state.appending("textifyd.db").bytes, .read)
        let rows = try database.select("SELECT name, state, id FROM jobs") { row in
            (name: FileName(bytes: row.blob(0)).shown, state: row.text(1), id: row.text(2))
        }
        states = Dictionary(rows.map { ($0.name, $0.state) }) { first, _ in first }
        waiting = rows.filter { $0.state == "waiting" }.map(\.id)
        jobs = rows.count
        let charges = try database.select("SELECT charge FROM ledger WHERE charge <> 'unspent'") { $0.text(0) }
        paid = charges.count
        unknown = charges.count { $0 == "unknown" }
    }
}
