import Domain
import PlatformSQLite

/// What a site's database says once the service has ended.
struct FaultBook {
    /// The state of each job, by its drop's name.
    let states: [String: String]
    let jobs: Int
    /// Lines of the ledger that count.
    let paid: Int
    /// Those of them of which nobody knows the end.
    let unknown: Int

    init(_ site: FaultSite) throws(SQLiteFailure) {
        let database = try Connection(path: site.state.appending("textifyd.db").bytes, .read)
        let rows = try database.select("SELECT name, state FROM jobs") { row in
            (FileName(bytes: row.blob(0)).shown, row.text(1))
        }
        states = Dictionary(rows) { first, _ in first }
        jobs = rows.count
        let charges = try database.select("SELECT charge FROM ledger WHERE charge <> 'unspent'") { $0.text(0) }
        paid = charges.count
        unknown = charges.count { $0 == "unknown" }
    }
}
