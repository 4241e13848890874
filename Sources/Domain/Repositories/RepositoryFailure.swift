/// Why the database could not do what was asked.
package enum RepositoryFailure: Error, Equatable, Sendable, Codable {
    case full
    case denied
    case busy
    /// Not a database, or a damaged one.
    case corrupt(String)
    /// Its file was moved, replaced or deleted while it was open.
    case moved
    /// Written by a newer version than this one.
    case newer(found: Int, known: Int)
    /// On a network file system, where its locks can't be trusted.
    case networkFileSystem(String)
    case failed(code: Int32, String)
}
