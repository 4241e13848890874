internal import Domain
internal import PlatformSQL

/// A note in a database that a move of the state has left there. With it a service refuses the database: two services on
/// the same work would pay for it twice, and one on half of the work would lose the rest.
struct MigrationNote: Equatable {
    enum Role: String {
        /// The state is being moved here, and is not complete.
        case incoming
        /// The state was moved away from here.
        case moved
    }

    let role: Role
    /// The other database: a path or an address.
    let place: String
    /// The identity of the state folder from which or to which the state is moved.
    let folder: String

    /// The note's table, which only a database has that was part of a move.
    static let table = "textify_migration"

    static func read(from connection: any SQLConnection) throws(RepositoryFailure) -> MigrationNote? {
        let exists =
            switch connection.dialect {
            case .sqlite: try connection.finds("SELECT 1 FROM sqlite_schema WHERE name = ?", [.text(table)])
            case .postgreSQL:
                try connection.finds(
                    "SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname = ?",
                    [.text(table)])
            }
        guard exists else { return nil }
        return try connection.rows("SELECT role, place, folder FROM \(table)") {
            row throws(RepositoryFailure) in
            guard let role = Role(rawValue: row.text(0)) else { throw .corrupt("\(table): \(row.text(0))") }
            return MigrationNote(role: role, place: row.text(1), folder: row.text(2))
        }.first
    }

    /// Stores the note in a database without one.
    func write(to connection: any SQLConnection) throws(RepositoryFailure) {
        try connection.run(
            "CREATE TABLE \(Self.table) (role text NOT NULL, place text NOT NULL, folder text NOT NULL)")
        try connection.run(
            "INSERT INTO \(Self.table) VALUES (?, ?, ?)", [.text(role.rawValue), .text(place), .text(folder)])
    }

    static func remove(from connection: any SQLConnection) throws(RepositoryFailure) {
        try connection.run("DROP TABLE IF EXISTS \(table)")
    }

    /// The reason why a service may not use a database with this note.
    var refusal: RepositoryFailure {
        switch role {
        case .incoming: .incomplete(from: place)
        case .moved: .movedAway(to: place)
        }
    }

    /// Throws `.incomplete` or `.movedAway` if there is a note.
    static func check(_ connection: any SQLConnection) throws(RepositoryFailure) {
        if let note = try read(from: connection) { throw note.refusal }
    }
}
