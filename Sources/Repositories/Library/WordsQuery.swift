internal import Domain
internal import PlatformSQL

/// Questions to the index of words, as each database writes them. Tokens consist of letters and digits, so that nothing
/// is to be escaped.
struct WordsQuery {
    let dialect: SQLDialect

    /// The condition with an expression as its parameter.
    var condition: String {
        switch dialect {
        case .sqlite: "artwork_words MATCH ?"
        case .postgreSQL: "artwork_words.words @@ ?::tsquery"
        }
    }

    /// The tables of a search that begins with the index. `CROSS JOIN` makes SQLite visit it first, in the order of its
    /// rows; PostgreSQL decides itself.
    static let tables = "artwork_words CROSS JOIN artworks"
    static let join = "number = artwork_words.rowid"

    func token(_ text: String, isPrefix: Bool = false) -> String {
        switch dialect {
        case .sqlite: "\"\(text)\"" + (isPrefix ? "*" : "")
        case .postgreSQL: "'\(text)'" + (isPrefix ? ":*" : "")
        }
    }

    func all(_ expressions: [String]) -> String {
        joined(expressions, by: dialect == .sqlite ? " AND " : " & ")
    }

    func any(_ expressions: [String]) -> String {
        joined(expressions, by: dialect == .sqlite ? " OR " : " | ")
    }

    /// What matches `expression` but none of the others.
    func matching(_ expression: String, butNot others: [String]) -> String {
        joined([expression] + others, by: dialect == .sqlite ? " NOT " : " & !")
    }

    private func joined(_ expressions: [String], by word: String) -> String {
        expressions.map { "(\($0))" }.joined(separator: word)
    }
}
