import Domain
import FoundationEssentials
import PlatformSQLite
import PlatformSystem

/// An installation whose database has seen many jobs.
struct HistoryGround {
    private let home: FolderPath
    var options: [String] { ["--config", home.appending("textifyd.toml").shown] }
    var socket: String { home.appending("state/control.sock").shown }

    /// A fresh one, which has done one job.
    init(_ name: String) throws {
        home = FolderPath.ofBenchmark(name)
        try home.makeFolders("inbox", "outbox", "state", "making")
        try home.configure(
            """
            [[watch]]
            path = "inbox"
            outbox = "outbox"
            settle = { picture = "0s", prompt = "0s" }
            outputs = ["txt"]
            art.columns = 40
            """)
        try drop(1)
        _ = try ChildService(options + ["--once"]).end()
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: home.shown)
    }

    /// Drops so many pictures, each of another content.
    func drop(_ count: Int) throws {
        let making = try FileDescriptor.folder(home.appending("making"))
        let inbox = try FileDescriptor.folder(home.appending("inbox"))
        for number in 0..<count {
            let name = FileName("picture-\(number).png")
            try making.write(NumberedPicture.png(24, number), to: name)
            try making.rename(name, to: name, in: inbox)
        }
    }

    /// Copies the rows of the one job that was done, until there are so many.
    func multiply(by count: Int) throws {
        let connection = try Connection(path: home.appending("state/textifyd.db").bytes, .write)
        let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))"
        try connection.script("PRAGMA foreign_keys = OFF; BEGIN")
        for table in ["drops", "jobs", "job_history", "outputs"] {
            let columns = try connection.select("SELECT name FROM pragma_table_info('\(table)')") { $0.text(0) }
            let values = columns.map { Self.value(of: $0, in: table) }
            try connection.script(
                """
                INSERT INTO \(table) (\(columns.joined(separator: ", "))) \(numbers)
                SELECT \(values.joined(separator: ", ")) FROM n, (SELECT * FROM \(table)) AS old
                """)
        }
        try connection.script("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Identifiers and names get a number; all else is the same.
    private static func value(of column: String, in table: String) -> String {
        switch (table, column) {
        case ("job_history", "sequence"): "NULL"
        case (_, "id"), (_, "job_id"), (_, "drop_id"): "substr(old.\(column), 1, 18) || printf('%08d', n.i)"
        case ("outputs", "folded_name"), ("outputs", "folded_stem"): "n.i || old.\(column)"
        default: "old.\(column)"
        }
    }
}
