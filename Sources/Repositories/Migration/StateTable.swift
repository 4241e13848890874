internal import Domain
internal import PlatformSQL

/// A table of the service's state, as the database's own catalog describes it: so a table that is added to the schema is
/// moved too.
struct StateTable: Equatable {
    struct Column: Equatable {
        let name: String
        let kind: Kind
    }

    /// The types that the schema uses.
    enum Kind {
        case integer
        case text
        case bytes

        /// `type`: SQLite's or PostgreSQL's name.
        init?(type: String) {
            switch type {
            case "INTEGER", "bigint": self = .integer
            case "TEXT", "text": self = .text
            case "BLOB", "bytea": self = .bytes
            default: return nil
            }
        }
    }

    let name: String
    let columns: [Column]
    /// The columns of the primary key, in its order.
    let key: [String]

    /// Tables that are not moved row by row.
    static let notMoved: Set = [
        // Written again from the artworks, because each database has an index of its own kind.
        "artwork_words", "artwork_words_version",
        // Copied by PictureTransfer. The marks are about pictures of that database.
        "blobs", "blob_marks",
        // Services have ended when their state is moved.
        "nodes", "held_folders", "waiting_nodes", "shared_backends",
        // About the database itself.
        "textify_schema", MigrationNote.table,
    ]

    /// All tables of the state, each after those that it refers to. Throws for a table without a primary key, or with a
    /// column of another type than the schema's.
    static func all(in connection: any SQLConnection) throws(RepositoryFailure) -> [StateTable] {
        let catalog = Catalog(connection: connection)
        var waiting: [(table: StateTable, references: Set<String>)] = []
        for name in try catalog.tables() where !notMoved.contains(name) {
            let table = StateTable(
                name: name, columns: try catalog.columns(of: name), key: try catalog.key(of: name))
            guard !table.key.isEmpty else { throw .failed(code: 0, "\(name) has no primary key") }
            waiting.append((table, try catalog.references(of: name).subtracting([name])))
        }
        var ordered: [StateTable] = []
        while let next = waiting.firstIndex(where: { $0.references.isSubset(of: ordered.map(\.name)) }) {
            ordered.append(waiting.remove(at: next).table)
        }
        guard waiting.isEmpty else {
            throw .failed(code: 0, "\(waiting[0].table.name) refers to itself through others")
        }
        return ordered
    }

    /// The table's name as statements have it.
    var quoted: String { Self.quoted(name) }

    /// The columns' names as statements have them.
    var columnList: String { columns.map { Self.quoted($0.name) }.joined(separator: ", ") }
    var keyList: String { key.map(Self.quoted).joined(separator: ", ") }

    static func quoted(_ name: String) -> String { "\"\(name)\"" }
}

/// What a database says about its tables.
private struct Catalog {
    let connection: any SQLConnection

    private func names(_ sqlite: String, _ server: String, _ values: [SQLValue] = []) throws(RepositoryFailure)
        -> [String]
    {
        switch connection.dialect {
        case .sqlite: try connection.rows(sqlite, values) { $0.text(0) }
        case .postgreSQL: try connection.rows(server, values) { $0.text(0) }
        }
    }

    func tables() throws(RepositoryFailure) -> [String] {
        try names(
            """
            SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND substr(name, 1, 7) <> 'sqlite_'
            ORDER BY name
            """,
            """
            SELECT relname::text FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
            ORDER BY relname::text COLLATE "C"
            """)
    }

    func columns(of table: String) throws(RepositoryFailure) -> [StateTable.Column] {
        let sql =
            switch connection.dialect {
            case .sqlite: "SELECT name, type FROM pragma_table_info(?) ORDER BY cid"
            case .postgreSQL:
                """
                SELECT attname::text, format_type(atttypid, NULL) FROM pg_attribute
                WHERE attrelid = (quote_ident(?))::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum
                """
            }
        return try connection.rows(sql, [.text(table)]) { row throws(RepositoryFailure) in
            let (name, type) = (row.text(0), row.text(1))
            guard let kind = StateTable.Kind(type: type) else {
                throw .failed(code: 0, "\(table).\(name) has the type \(type), which cannot be moved")
            }
            return StateTable.Column(name: name, kind: kind)
        }
    }

    func key(of table: String) throws(RepositoryFailure) -> [String] {
        try names(
            "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk",
            """
            SELECT attname::text FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
            WHERE indisprimary AND indrelid = (quote_ident(?))::regclass
            ORDER BY array_position(string_to_array(indkey::text, ' '), attnum::text)
            """, [.text(table)])
    }

    func references(of table: String) throws(RepositoryFailure) -> Set<String> {
        Set(
            try names(
                "SELECT \"table\" FROM pragma_foreign_key_list(?)",
                """
                SELECT relname::text FROM pg_constraint JOIN pg_class ON pg_class.oid = confrelid
                WHERE contype = 'f' AND conrelid = (quote_ident(?))::regclass
                """, [.text(table)]))
    }
}

/// The numbers that a database gives to rows by itself, and never twice.
extension StateTable {
    /// The column whose numbers the database counts on from the greatest ever given, also when that row is gone; `nil` for
    /// other tables. Only PostgreSQL counts so for every such column.
    private func countedColumn(in connection: any SQLConnection) throws(RepositoryFailure) -> String? {
        switch connection.dialect {
        case .sqlite:
            let counts = try connection.finds(
                "SELECT 1 FROM sqlite_schema WHERE name = ? AND sql LIKE '%AUTOINCREMENT%'", [.text(name)])
            return counts ? key.first : nil
        case .postgreSQL:
            return try connection.rows(
                """
                SELECT attname::text FROM pg_attribute
                WHERE attrelid = (quote_ident(?))::regclass AND attnum > 0 AND attidentity <> ''
                """, [.text(name)]
            ) { $0.text(0) }.first
        }
    }

    /// The last number given; 0 if there was none or the database does not remember it.
    func lastNumber(in connection: any SQLConnection) throws(RepositoryFailure) -> Int64 {
        guard let column = try countedColumn(in: connection) else { return 0 }
        switch connection.dialect {
        case .sqlite:
            return try connection.rows("SELECT seq FROM sqlite_sequence WHERE name = ?", [.text(name)]) {
                $0.integer(0)
            }.first ?? 0
        case .postgreSQL:
            let sequence = try sequence(of: column, in: connection)
            return try connection.rows("SELECT last_value FROM \(sequence) WHERE is_called") { $0.integer(0) }.first
                ?? 0
        }
    }

    /// Has the database count on from this number, or from the greatest in the table.
    func countOn(from number: Int64, in connection: any SQLConnection) throws(RepositoryFailure) {
        guard let column = try countedColumn(in: connection) else { return }
        let greatest =
            try connection.rows("SELECT coalesce(max(\(Self.quoted(column))), 0) FROM \(quoted)") {
                $0.integer(0)
            }.first ?? 0
        let last = max(number, greatest)
        switch connection.dialect {
        case .sqlite:
            try connection.run("DELETE FROM sqlite_sequence WHERE name = ?", [.text(name)])
            guard last > 0 else { return }
            try connection.run("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", [.text(name), .integer(last)])
        case .postgreSQL:
            let sequence = try sequence(of: column, in: connection)
            _ = try connection.rows(
                "SELECT setval(?::regclass, greatest(?, 1), ? > 0)",
                [.text(sequence), .integer(last), .integer(last)]
            ) { $0.integer(0) }
        }
    }

    private func sequence(of column: String, in connection: any SQLConnection) throws(RepositoryFailure) -> String {
        let names = try connection.rows(
            "SELECT pg_get_serial_sequence(quote_ident(?), ?)", [.text(name), .text(column)]
        ) { $0.text(0) }
        guard let sequence = names.first, !sequence.isEmpty else { throw .absent(name) }
        return sequence
    }
}
