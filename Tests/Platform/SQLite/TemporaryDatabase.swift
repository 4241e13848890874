import Domain
import PlatformSQL
import PlatformSQLite
import TestFolders

/// Lends the path of a database in a temporary folder, which is removed afterwards.
func withDatabase(_ body: ([UInt8]) throws -> Void) throws {
    let folder = try TemporaryFolder()
    try withExtendedLifetime(folder) { try body(folder.path.appending("test.db").bytes) }
}

/// A write connection with all settings applied.
func opened(_ path: [UInt8]) throws -> Connection {
    let connection = try Connection(path: path, .write)
    try connection.prepare(.write)
    return connection
}
