internal import Domain
internal import PlatformSQL

/// A query as SQL: conditions that every result meets, and an expression for the index of words.
///
/// Rows are visited in the order of their numbers, which is the order of the results, so that a page costs as much as
/// its rows however many follow. What SQL can't decide is left to `LibraryQuery.matches`.
struct ArtworkSearch {
    let query: LibraryQuery
    let calendar: LibraryCalendar
    private let index: WordsQuery
    /// Whether the conditions decide, so that results need no further check.
    private(set) var isDecided = true
    /// Whether nothing can match.
    private(set) var isEmpty = false
    private var conditions: [(sql: String, values: [SQLValue])] = []
    /// What the index must have, and what it must not have.
    private var wanted: [String] = []
    private var unwanted: [String] = []

    init(_ query: LibraryQuery, in calendar: LibraryCalendar, on connection: any SQLConnection)
        throws(RepositoryFailure)
    {
        self.query = query
        self.calendar = calendar
        index = WordsQuery(dialect: connection.dialect)
        if !query.includesTrash { require("trashed IS NULL") }
        for condition in query.conditions {
            switch condition.filter {
            case .words(let terms): addWords(terms, isNegated: condition.isNegated)
            case .key(let key, let values):
                try add(key, values, isNegated: condition.isNegated, on: connection)
            }
        }
    }

    /// At most `limit` rows of `columns` that come after an artwork. `read` reads a row.
    func rows<T>(
        _ columns: String, after: ArtworkNumber?, limit: Int, on connection: any SQLConnection,
        _ read: (borrowing Row) throws(RepositoryFailure) -> T
    ) throws(RepositoryFailure) -> [T] {
        guard !isEmpty else { return [] }
        let (source, key, match) = source
        let isOldestFirst = query.sort == .oldest
        var parts = match + conditions
        if let after {
            parts.append((key + (isOldestFirst ? " > ?" : " < ?"), [.integer(after.value)]))
        }
        let filter = parts.isEmpty ? "" : "WHERE " + parts.map(\.sql).joined(separator: " AND ")
        return try connection.rows(
            """
            SELECT \(columns) FROM \(source) \(filter)
            ORDER BY \(key) \(isOldestFirst ? "ASC" : "DESC") LIMIT ?
            """, parts.flatMap(\.values) + [.integer(Int64(limit))], read)
    }

    /// The rows of `columns` of those among the artworks that may be results, in any order. The index isn't used: whether
    /// they have the wanted words is left to `LibraryQuery.matches`.
    func rows<T>(
        _ columns: String, among numbers: some Collection<ArtworkNumber>, on connection: any SQLConnection,
        _ read: (borrowing Row) throws(RepositoryFailure) -> T
    ) throws(RepositoryFailure) -> [T] {
        guard !isEmpty else { return [] }
        // Statements are kept by their text, so that there are few lengths. Nothing equals NULL.
        let places = numbers.count <= 50 ? 50 : 1_000
        let values = numbers.map { SQLValue.integer($0.value) }
        let tests =
            ["number IN (\(Array(repeating: "?", count: places).joined(separator: ", ")))"] + conditions.map(\.sql)
        return try connection.rows(
            "SELECT \(columns) FROM artworks WHERE \(tests.joined(separator: " AND "))",
            values + Array(repeating: .null, count: places - numbers.count) + conditions.flatMap(\.values), read)
    }

    /// At most `limit` rows of `columns`, newest first, of those artworks of a stack after `number` that may be results.
    /// The index isn't used, as above.
    func rows<T>(
        _ columns: String, of stack: ArtworkStack, after number: ArtworkNumber, limit: Int,
        on connection: any SQLConnection, _ read: (borrowing Row) throws(RepositoryFailure) -> T
    ) throws(RepositoryFailure) -> [T] {
        guard !isEmpty else { return [] }
        let parts = [stack.condition(index), (sql: "number > ?", values: [.integer(number.value)])] + conditions
        return try connection.rows(
            """
            SELECT \(columns) FROM artworks WHERE \(parts.map(\.sql).joined(separator: " AND "))
            ORDER BY number DESC LIMIT ?
            """, parts.flatMap(\.values) + [.integer(Int64(limit))], read)
    }

    /// The tables, the number to go by, and the condition on the index.
    private var source: (tables: String, key: String, match: [(sql: String, values: [SQLValue])]) {
        guard !wanted.isEmpty else { return ("artworks", "number", []) }
        let expression = index.matching(index.all(wanted), butNot: unwanted)
        return (
            WordsQuery.tables, "artwork_words.rowid",
            [(index.condition, [.text(expression)]), (WordsQuery.join, [])]
        )
    }

    private mutating func require(_ sql: String, _ values: [SQLValue] = [], isNegated: Bool = false) {
        // A comparison with NULL is neither true nor false; negated it has to be true.
        conditions.append((isNegated ? "(\(sql)) IS NOT TRUE" : "(\(sql))", values))
    }

    private mutating func addWords(_ terms: [SearchTerm], isNegated: Bool) {
        let isExact = terms.allSatisfy(\.plan.isExact)
        let expression = index.any(
            terms.map { term in index.all(term.plan.tokens.map { index.token($0.text, isPrefix: $0.isPrefix) }) })
        if !isNegated {
            wanted.append(expression)
        } else if isExact {
            unwanted.append(expression)
        }
        if !isExact { isDecided = false }
        // Without words to look for there is no index to exclude others from.
        if isNegated, !query.hasIndexed { isDecided = false }
    }
}

extension ArtworkSearch {
    private mutating func add(
        _ key: LibraryKey, _ values: [LibraryValue], isNegated: Bool, on connection: any SQLConnection
    ) throws(RepositoryFailure) {
        switch key {
        case .tag: try addTags(values.names, isNegated: isNegated, on: connection)
        case .folder, .backend, .model:
            let column = key.rawValue
            let known = try Self.distinct(column, on: connection).filter { name in
                values.names.contains { $0.matches(SearchText.fold(name)) }
            }
            let places = known.map { _ in "?" }.joined(separator: ", ")
            let test = known.isEmpty ? "FALSE" : "\(column) IN (\(places))"
            require(test, known.map { .text($0) }, isNegated: isNegated)
        case .seed: addSeeds(values, isNegated: isNegated)
        case .columns: addRanges("columns", values, isNegated: isNegated)
        case .cost: addRanges("micros", values, isNegated: isNegated)
        case .before, .after, .made: addTimes(key, values, isNegated: isNegated)
        // The looks that are wanted are found in memory, before the table is searched.
        case .charset, .like: isDecided = false
        case .stack: addStacks(values, isNegated: isNegated)
        case .look, .source, .state, .part:
            let choices = values.compactMap(\.choice).compactMap(\.sql)
            guard choices.count == values.count else { return isDecided = false }
            require(choices.joined(separator: " OR "), isNegated: isNegated)
        case .sort: break
        }
    }

    private mutating func addStacks(_ values: [LibraryValue], isNegated: Bool) {
        let tests = values.compactMap(\.stack).map { target -> (sql: String, values: [SQLValue]) in
            switch target.members {
            case .stack(let stack): stack.condition(index)
            case .alone(let number): ("number = ?", [.integer(number.value)])
            case nil: ("FALSE", [])
            }
        }
        require(tests.map(\.sql).joined(separator: " OR "), tests.flatMap(\.values), isNegated: isNegated)
    }

    /// Whole names are looked up in the index, beginnings in the table.
    private mutating func addTags(
        _ names: [NamePattern], isNegated: Bool, on connection: any SQLConnection
    ) throws(RepositoryFailure) {
        let isIndexed = !isNegated && !names.contains(where: \.isPrefix)
        if isIndexed {
            var tokens: [String] = []
            for name in names {
                let ids = try connection.rows("SELECT id FROM tags WHERE folded = ?", [.text(name.folded)]) {
                    ArtworkWords.token(ofTag: $0.integer(0))
                }
                tokens += ids.map { index.token($0) }
            }
            guard !tokens.isEmpty else { return isEmpty = true }
            return wanted.append(index.any(tokens))
        }
        let tests = names.map { $0.isPrefix ? "folded >= ? AND folded < ?" : "folded = ?" }
        let values = names.flatMap { name -> [SQLValue] in
            // No name sorts after the greatest character.
            name.isPrefix ? [.text(name.folded), .text(name.folded + "\u{10FFFF}")] : [.text(name.folded)]
        }
        require(
            """
            EXISTS (SELECT 1 FROM artwork_tags AS given JOIN tags ON tags.id = given.tag_id
            WHERE given.artwork = number AND (\(tests.joined(separator: " OR "))))
            """, values, isNegated: isNegated)
    }

    /// Seeds are stored with their bits as signed numbers, which can be found but not ordered.
    private mutating func addSeeds(_ values: [LibraryValue], isNegated: Bool) {
        let seeds = values.compactMap { value -> Int64? in
            if case .number(.equal(let seed)) = value { Int64(bitPattern: seed) } else { nil }
        }
        guard seeds.count == values.count else { return isDecided = false }
        let places = seeds.map { _ in "?" }.joined(separator: ", ")
        require("seed IN (\(places))", seeds.map { .integer($0) }, isNegated: isNegated)
    }

    private mutating func addRanges(_ column: String, _ values: [LibraryValue], isNegated: Bool) {
        var tests: [String] = []
        var bounds: [SQLValue] = []
        for value in values {
            guard let (test, numbers) = value.range(of: column) else { return isDecided = false }
            tests.append(test)
            bounds += numbers.map { .integer($0) }
        }
        require(tests.joined(separator: " OR "), bounds, isNegated: isNegated)
    }

    private mutating func addTimes(_ key: LibraryKey, _ values: [LibraryValue], isNegated: Bool) {
        guard case .times(let relation) = key.definition.kind else { return isDecided = false }
        var tests: [String] = []
        var bounds: [SQLValue] = []
        for time in values.compactMap(\.time) {
            let range = time.bounds(relation, in: calendar)
            let parts = [range.from.map { ("made >= ?", $0) }, range.until.map { ("made < ?", $0) }].compactMap(\.self)
            tests.append(parts.isEmpty ? "TRUE" : "(" + parts.map(\.0).joined(separator: " AND ") + ")")
            bounds += parts.map { .time($0.1) }
        }
        require(tests.joined(separator: " OR "), bounds, isNegated: isNegated)
    }

    /// The different values of an indexed column. Each is found by its own step in the index: there are few, in many
    /// rows.
    private static func distinct(_ column: String, on connection: any SQLConnection) throws(RepositoryFailure)
        -> [String]
    {
        try connection.rows(
            """
            WITH RECURSIVE found (value) AS (
                SELECT (SELECT min(\(column)) FROM artworks WHERE \(column) IS NOT NULL)
                UNION ALL
                SELECT (SELECT min(\(column)) FROM artworks WHERE \(column) > value) FROM found WHERE value IS NOT NULL
            ) SELECT value FROM found WHERE value IS NOT NULL
            """
        ) { $0.text(0) }
    }
}

extension LibraryQuery {
    /// Whether the index of words has something to look for.
    fileprivate var hasIndexed: Bool {
        conditions.contains { condition in
            guard !condition.isNegated else { return false }
            switch condition.filter {
            case .words: return true
            case .key(.tag, let values): return !values.names.contains(where: \.isPrefix)
            case .key: return false
            }
        }
    }
}

extension [LibraryValue] {
    fileprivate var names: [NamePattern] {
        compactMap { if case .name(let name) = $0 { name } else { nil } }
    }
}

extension LibraryValue {
    fileprivate var choice: LibraryChoice? { if case .choice(let choice) = self { choice } else { nil } }

    fileprivate var stack: StackTarget? { if case .stack(let target) = self { target } else { nil } }

    fileprivate var time: LibraryTime? { if case .time(let time) = self { time } else { nil } }

    /// The condition on a column; `nil` if SQL can't compare the numbers.
    fileprivate func range(of column: String) -> (test: String, numbers: [Int64])? {
        switch self {
        case .number(let range): range.test(column) { Int64(exactly: $0) }
        case .amount(let range): range.test(column) { $0 }
        default: nil
        }
    }
}

extension ValueRange {
    fileprivate func test(_ column: String, _ number: (Value) -> Int64?) -> (test: String, numbers: [Int64])? {
        let bounds: [Value]
        let test: String
        switch self {
        case .equal(let bound): (test, bounds) = ("\(column) = ?", [bound])
        case .below(let bound): (test, bounds) = ("\(column) < ?", [bound])
        case .atMost(let bound): (test, bounds) = ("\(column) <= ?", [bound])
        case .above(let bound): (test, bounds) = ("\(column) > ?", [bound])
        case .atLeast(let bound): (test, bounds) = ("\(column) >= ?", [bound])
        case .within(let lower, let upper): (test, bounds) = ("\(column) BETWEEN ? AND ?", [lower, upper])
        }
        let numbers = bounds.compactMap(number)
        return numbers.count == bounds.count ? (test, numbers) : nil
    }
}

extension LibraryChoice {
    /// `nil` if SQL can't decide.
    fileprivate var sql: String? {
        switch self {
        case .favourite: "favourite <> 0"
        case .untagged: "NOT EXISTS (SELECT 1 FROM artwork_tags AS given WHERE given.artwork = number)"
        case .autotagged:
            "EXISTS (SELECT 1 FROM artwork_tags AS given WHERE given.artwork = number AND given.machine <> 0)"
        case .trashed: "trashed IS NOT NULL"
        case .picture: "NOT EXISTS (SELECT 1 FROM removed_pictures WHERE digest = picture_digest)"
        case .art: "columns IS NOT NULL"
        case .prompt: "prompt IS NOT NULL"
        case .source(let source): "source = '\(source.rawValue)'"
        case .look(let look): "look = '\(look.rawValue)'"
        case .charset: nil
        }
    }
}
