/// A mistake in one setting, with its location.
package struct FieldFailure: Error, Equatable, Sendable, Codable {
    package enum Problem: Error, Equatable, Sendable, Codable {
        /// The parser's message.
        case syntax(String)
        /// No such setting; `nearest` is the most similar name.
        case unknown(nearest: String?)
        /// The names of the types, such as `integer` and `text`.
        case wrongType(wanted: String, got: String)
        case outOfRange(got: String, range: String)
        case notOneOf(got: String, choices: [String], nearest: String?)
        /// An unknown cause. The manual's section CAUSES has the full list; `nearest` has the most similar ones.
        case noCause(got: String, nearest: [String])
        /// The text has the wrong form; `example` has the right one.
        case malformed(got: String, example: String)
        /// The text is no search of the library.
        case query(String)
        /// A character that a file name can't contain.
        case forbiddenCharacter(String)
        /// A control character that terminals would interpret. `offset` in bytes of UTF-8.
        case controlCharacter(offset: Int)
        case missing
        /// The setting or element occurs twice.
        case duplicate
        /// Two settings that exclude each other.
        case conflict(with: String)
        /// The backend doesn't support the option; `others` do.
        case notHonoured(backend: String, others: [String])
        /// The backend supports only the values in `range`.
        case beyondBackend(backend: String, got: String, range: String)
        /// The backend can't make pictures from pictures; `others` can.
        case takesNoPicture(backend: String, others: [String])
        /// The backend takes at most `most` input pictures; `others` take `count`.
        case tooManyPictures(backend: String, count: Int, most: Int, others: [String])
        /// The picture's digest, in hexadecimal digits, is not the one that was given for it.
        case otherPicture(wanted: String, got: String)
        /// The setting applies to a source picture, and there is none.
        case noPicture
        /// Several pictures were given, but no prompt that says what to make of them.
        case promptNeeded(pictures: Int)
        /// The backend only makes pictures from pictures.
        case pictureNeeded(backend: String)
        /// The folder only allows backends on this machine; this one is remote or may forward the work to a remote one.
        case notLocal(backend: String)
    }

    /// The whole key, such as `watch[0].art.columns`; empty for a syntax error.
    package let key: String
    package let problem: Problem
    /// The file's name for display; empty for a command line.
    package let file: String
    /// Counted from 1; 0 if unknown.
    package let line: Int
    /// Counted from 1; 0 if unknown.
    package let column: Int

    package init(key: String, problem: Problem, file: String = "", line: Int = 0, column: Int = 0) {
        self.key = key
        self.problem = problem
        self.file = file
        self.line = line
        self.column = column
    }

    package init(key: String, problem: Problem, file: String = "", at location: (any FieldLocation)?) {
        self.init(
            key: key, problem: problem, file: file, line: location?.line ?? 0, column: location?.column ?? 0)
    }
}

extension FieldFailure.Problem {
    /// Returns the problem with a list of `count` elements where at most `most` are allowed.
    package static func tooMany(_ count: Int, _ most: Int) -> Self {
        .outOfRange(got: "\(count) elements", range: "0–\(most) elements")
    }

    /// Returns the problem with a text that matches none of `choices`. Suggests the nearest choice.
    package static func notOneOf(_ text: String, _ choices: [String]) -> Self {
        .notOneOf(got: text, choices: choices, nearest: NearestName.of(text, among: choices))
    }
}

/// A part of a file.
package protocol FieldLocation {
    /// The file, as an index into `FieldReader.files`; 0 for the first or only one.
    var document: Int { get }
    /// Counted from 1; 0 if unknown.
    var line: Int { get }
    /// Counted from 1, in characters; 0 if unknown.
    var column: Int { get }
}

/// The reason why a configuration is rejected.
package enum ConfigurationFailure: Error, Equatable, Sendable {
    case unreadable(file: String, FileFailure)
    /// All mistakes, in the order of the files.
    case invalid([FieldFailure])
}

/// Collects all mistakes of a file, or of several files that are read as one, so that they can be fixed together.
package struct FieldReader: Sendable {
    /// The files' names for display; empty for a command line.
    package let files: [String]
    package private(set) var failures: [FieldFailure] = []
    /// The index of each failure's file.
    private var documents: [Int] = []

    package init(file: String = "") {
        self.init(files: [file])
    }

    package init(files: [String]) {
        self.files = files
    }

    package mutating func report(
        _ problem: FieldFailure.Problem, key: String, at location: (any FieldLocation)? = nil
    ) {
        let document = location?.document ?? 0
        let file = files.indices.contains(document) ? files[document] : ""
        failures.append(FieldFailure(key: key, problem: problem, file: file, at: location))
        documents.append(document)
    }

    /// Reports a value that can't be used, and returns `nil` in its place.
    package mutating func reject<Value>(
        _ problem: FieldFailure.Problem, key: String, at location: any FieldLocation
    ) -> Value? {
        report(problem, key: key, at: location)
        return nil
    }

    /// Returns the entries of a table. Reports any other value.
    package mutating func entries(of value: FieldValue, key: String) -> [FieldEntry]? {
        guard let entries = value.entries else {
            return reject(.wrongType(wanted: "table", got: value.typeName), key: key, at: value)
        }
        return entries
    }

    /// Returns the elements of a list. Reports any other value.
    package mutating func elements(of value: FieldValue, key: String) -> [FieldValue]? {
        guard case .list(let values) = value.content else {
            return reject(.wrongType(wanted: "list", got: value.typeName), key: key, at: value)
        }
        return values
    }

    /// The failures in the order of the files.
    package var sorted: [FieldFailure] {
        failures.enumerated().sorted { first, second in
            (documents[first.offset], first.element.line, first.element.column, first.offset)
                < (documents[second.offset], second.element.line, second.element.column, second.offset)
        }.map(\.element)
    }

    /// Joins a table's key and a field's name with a dot.
    package static func join(_ key: String, _ name: String) -> String {
        key.isEmpty ? name : key + "." + name
    }
}
