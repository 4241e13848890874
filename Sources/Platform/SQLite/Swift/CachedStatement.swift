/// A place on the heap for a statement, because dictionaries hold copyable values only.
final class CachedStatement {
    let statement: Statement

    init(_ statement: consuming Statement) {
        self.statement = statement
    }
}
