/// What is wrong with one setting, and where.
package struct FieldFailure: Error, Equatable, Sendable, Codable {
    package enum Problem: Error, Equatable, Sendable, Codable {
        /// The parser's own words.
        case syntax(String)
        case unknown(nearest: String?)
        /// Names of the types, such as `integer` and `text`.
        case wrongType(wanted: String, got: String)
        case outOfRange(got: String, range: String)
        case notOneOf(got: String, choices: [String], nearest: String?)
        /// One of very many, which stand in the manual's section CAUSES; the nearest of them.
        case noCause(got: String, nearest: [String])
        case malformed(got: String, example: String)
        /// A terminal would obey it. `offset`: in bytes of UTF-8.
        case controlCharacter(offset: Int)
        case missing
        /// The same thing is said twice.
        case duplicate
        /// Two settings that can't both be.
        case conflict(with: String)
        /// The backend that is asked can't do that at all; `others` can.
        case notHonoured(backend: String, others: [String])
        /// The backend takes other values.
        case beyondBackend(backend: String, got: String, range: String)
        /// The backend makes no pictures from pictures; `others` do.
        case takesNoPicture(backend: String, others: [String])
        /// It says something of a picture that isn't given.
        case noPicture
        /// The backend makes pictures from pictures alone.
        case pictureNeeded(backend: String)
        /// The folder only takes backends on this machine, and that one is not, or may hand the work on to one that is not.
        case notLocal(backend: String)
    }

    /// The whole key, such as `watch[0].art.columns`; empty for a fault of syntax.
    package let key: String
    package let problem: Problem
    /// The file's name for show; empty for a command line.
    package let file: String
    /// From 1; 0 when there is none.
    package let line: Int
    /// From 1; 0 when there is none.
    package let column: Int

    package init(key: String, problem: Problem, file: String = "", line: Int = 0, column: Int = 0) {
        self.key = key
        self.problem = problem
        self.file = file
        self.line = line
        self.column = column
    }
}

/// Why the service can't start with what it was given.
package enum ConfigurationFailure: Error, Equatable, Sendable {
    case unreadable(file: String, FileFailure)
    /// Every mistake that was found, in the order of the file.
    case invalid([FieldFailure])
}

/// Gathers every mistake of one file, so that a person mends them all at once.
package struct FieldReader: Sendable {
    /// The file's name for show; empty for a command line.
    package let file: String
    package private(set) var failures: [FieldFailure] = []

    package init(file: String = "") {
        self.file = file
    }

    package mutating func report(_ problem: FieldFailure.Problem, key: String, at value: FieldValue) {
        report(problem, key: key, line: value.line, column: value.column)
    }

    package mutating func report(_ problem: FieldFailure.Problem, key: String, at entry: FieldEntry) {
        report(problem, key: key, line: entry.line, column: entry.column)
    }

    package mutating func report(_ problem: FieldFailure.Problem, key: String, line: Int = 0, column: Int = 0) {
        failures.append(FieldFailure(key: key, problem: problem, file: file, line: line, column: column))
    }

    /// The failures in the order of the file.
    package var sorted: [FieldFailure] {
        failures.enumerated().sorted { first, second in
            (first.element.line, first.element.column, first.offset)
                < (second.element.line, second.element.column, second.offset)
        }.map(\.element)
    }

    /// Joins a table's key and a name.
    package static func join(_ key: String, _ name: String) -> String {
        key.isEmpty ? name : key + "." + name
    }
}
