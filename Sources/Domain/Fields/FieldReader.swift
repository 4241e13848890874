/// Gathers every mistake of one file, so that a person mends them all at once.
public struct FieldReader: Sendable {
    /// The file's name for show; empty for a command line.
    public let file: String
    public private(set) var failures: [FieldFailure] = []

    public init(file: String = "") {
        self.file = file
    }

    public mutating func report(_ problem: FieldFailure.Problem, key: String, at value: FieldValue) {
        report(problem, key: key, line: value.line, column: value.column)
    }

    public mutating func report(_ problem: FieldFailure.Problem, key: String, at entry: FieldEntry) {
        report(problem, key: key, line: entry.line, column: entry.column)
    }

    public mutating func report(_ problem: FieldFailure.Problem, key: String, line: Int = 0, column: Int = 0) {
        failures.append(FieldFailure(key: key, problem: problem, file: file, line: line, column: column))
    }

    /// The failures in the order of the file.
    public var sorted: [FieldFailure] {
        failures.enumerated().sorted { first, second in
            (first.element.line, first.element.column, first.offset)
                < (second.element.line, second.element.column, second.offset)
        }.map(\.element)
    }

    /// Joins a table's key and a name.
    public static func join(_ key: String, _ name: String) -> String {
        key.isEmpty ? name : key + "." + name
    }
}
