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
