import Glibc
import PlatformSQLite
import Testing

/// Lends the path of a database in a temporary folder, which is removed afterwards.
func withDatabase(_ body: ([UInt8]) throws -> Void) throws {
    var template = Array("/tmp/textify-sqlite-XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    let folder = template.dropLast().map { UInt8(bitPattern: $0) }
    let file = folder + Array("/test.db".utf8)
    defer {
        for ending in ["", "-wal", "-shm"] { unlink(text(file) + ending) }
        rmdir(text(folder))
    }
    try body(file)
}

/// A write connection with all settings applied.
func opened(_ path: [UInt8]) throws -> Connection {
    let connection = try Connection(path: path, .write)
    try connection.prepare(.write)
    return connection
}

func text(_ path: [UInt8]) -> String {
    String(decoding: path, as: UTF8.self)
}
