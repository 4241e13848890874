internal import Domain
internal import PlatformSQLite

extension RepositoryFailure {
    init(_ failure: SQLiteFailure) {
        self =
            switch failure.primary {
            case 13: .full
            case 3, 8, 23: .denied
            case 14 where [1, 13, 30].contains(failure.system): .denied
            case 5, 6: .busy
            case 11, 26: .corrupt(failure.message)
            default: .failed(code: failure.code, failure.message)
            }
    }

    init(_ failure: SchemaFailure) {
        self =
            switch failure {
            case .newer(let found, let known): .newer(found: found, known: known)
            case .foreign(let application): .corrupt("application_id \(application)")
            case .sqlite(let failure): Self(failure)
            }
    }

    /// The answer to what is asked after the end (SQLITE_MISUSE).
    static var closed: Self { .failed(code: 21, "closed") }

    /// A row that is spoken of is not there (SQLITE_NOTFOUND).
    static func absent(_ what: String) -> Self { .failed(code: 12, what) }
}
