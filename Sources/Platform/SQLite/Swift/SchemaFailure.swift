/// Why a file is not a database that this program can use.
package enum SchemaFailure: Error, Equatable, Sendable {
    /// Written by a newer version.
    case newer(found: Int, known: Int)
    /// Another program's database.
    case foreign(application: Int64)
    case sqlite(SQLiteFailure)
}
