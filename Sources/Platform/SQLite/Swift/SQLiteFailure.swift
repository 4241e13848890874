/// What SQLite answered instead of doing it.
package struct SQLiteFailure: Error, Equatable, Sendable {
    /// The extended result code, such as 13 (full) or 787 (foreign key).
    package let code: Int32
    /// The errno of the system call that failed, 0 when there was none.
    package let system: Int32
    package let message: String

    package init(code: Int32, system: Int32 = 0, message: String) {
        self.code = code
        self.system = system
        self.message = message
    }

    /// The code without its extension, such as 10 for every I/O error.
    package var primary: Int32 { code & 0xFF }
}
