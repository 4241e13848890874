import BackendKit
import Domain

/// A path to values in a response: a small subset of JSONPath (RFC 9535) with extensions.
///
/// `$` is the root, `.name` or `['name']` a member, `[2]` an element, `[*]` all of them, `[?name]` and `[?!name]` the
/// elements that have, or lack, a value there. `header:name` is a header. `json:$.info>$.seed` reads JSON embedded in a
/// text. `a | b` is the first alternative with any value.
package struct JSONPath: Equatable, Sendable {
    enum Step: Equatable, Sendable {
        case member(String)
        case element(Int)
        case all
        case having(String)
        case lacking(String)
    }

    enum Source: Equatable, Sendable {
        case body([Step])
        case header(String)
        /// JSON embedded in a text of the body.
        case nested(outer: [Step], inner: [Step])
    }

    let sources: [Source]

    /// Returns `nil` if the text is not a valid path.
    package init?(_ text: String) {
        var parser = JSONPathParser(rest: text[...])
        guard let sources = parser.sources() else { return nil }
        self.sources = sources
    }

    /// The names along the path if it consists only of members.
    var members: [String]? {
        guard sources.count == 1, case .body(let steps) = sources[0] else { return nil }
        let names = steps.compactMap { step -> String? in
            if case .member(let name) = step { name } else { nil }
        }
        return names.count == steps.count ? names : nil
    }
}

/// Parses a `JSONPath`.
private struct JSONPathParser {
    var rest: Substring

    mutating func sources() -> [JSONPath.Source]? {
        var sources: [JSONPath.Source] = []
        repeat {
            skipSpace()
            guard let source = source() else { return nil }
            sources.append(source)
            skipSpace()
        } while take("|")
        return rest.isEmpty ? sources : nil
    }

    private mutating func source() -> JSONPath.Source? {
        if take("header:") { return name().map { .header($0) } }
        guard take("json:") else { return steps().map { .body($0) } }
        guard let outer = steps(), take(">"), let inner = steps() else { return nil }
        return .nested(outer: outer, inner: inner)
    }

    private mutating func steps() -> [JSONPath.Step]? {
        guard take("$") else { return nil }
        var steps: [JSONPath.Step] = []
        while let next = rest.first, next == "." || next == "[" {
            guard let step = step() else { return nil }
            steps.append(step)
        }
        return steps
    }

    private mutating func step() -> JSONPath.Step? {
        if take(".") { return name().map { .member($0) } }
        guard take("["), let step = inBrackets(), take("]") else { return nil }
        return step
    }

    private mutating func inBrackets() -> JSONPath.Step? {
        if take("*") { return .all }
        if take("?!") { return name().map { .lacking($0) } }
        if take("?") { return name().map { .having($0) } }
        if let mark = rest.first, mark == "'" || mark == "\"" { return quoted(mark).map { .member($0) } }
        let digits = word { $0.isASCII && $0.isNumber }
        return digits.count < 7 ? Int(digits).map { .element($0) } : nil
    }

    private mutating func name() -> String? {
        let name = word { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        return name.isEmpty ? nil : name
    }

    private mutating func quoted(_ mark: Character) -> String? {
        rest.removeFirst()
        let name = word { $0 != mark }
        return take(String(mark)) ? name : nil
    }

    private mutating func word(_ isPart: (Character) -> Bool) -> String {
        let word = rest.prefix(while: isPart)
        rest = rest.dropFirst(word.count)
        return String(word)
    }

    private mutating func take(_ mark: String) -> Bool {
        guard rest.hasPrefix(mark) else { return false }
        rest = rest.dropFirst(mark.count)
        return true
    }

    private mutating func skipSpace() {
        rest = rest.drop { $0 == " " }
    }
}

extension JSONPath {
    /// Returns the values at the path, in order and without nulls, from the first alternative that has any.
    func values(in answer: ParsedResponse) -> [JSONValue] {
        for source in sources {
            let values = Self.values(source, answer)
            if !values.isEmpty { return values }
        }
        return []
    }

    func first(in answer: ParsedResponse) -> JSONValue? {
        values(in: answer).first
    }

    /// Returns the first value if it is a non-empty text or a number, as text.
    func word(in answer: ParsedResponse) -> String? {
        let word = first(in: answer)?.word
        return word?.isEmpty == true ? nil : word
    }

    private static func values(_ source: Source, _ answer: ParsedResponse) -> [JSONValue] {
        switch source {
        case .header(let name): answer.response.header(name).map { [.text($0)] } ?? []
        case .body(let steps): walk(answer.json, steps)
        case .nested(let outer, let inner):
            walk(answer.json, outer).flatMap { value in
                walk(value.text.flatMap { JSONBody.value($0) }, inner)
            }
        }
    }

    private static func walk(_ root: JSONValue?, _ steps: [Step]) -> [JSONValue] {
        guard let root else { return [] }
        var values = [root]
        for step in steps { values = values.flatMap { take(step, $0) } }
        return values.filter { $0 != .null }
    }

    private static func take(_ step: Step, _ value: JSONValue) -> [JSONValue] {
        switch step {
        case .member(let name): value[name].map { [$0] } ?? []
        case .element(let index): value.list.map { Array($0.dropFirst(index).prefix(1)) } ?? []
        case .all: elements(value)
        case .having(let name): elements(value).filter { $0[name]?.isTruthy == true }
        case .lacking(let name): elements(value).filter { $0[name]?.isTruthy != true }
        }
    }

    /// Members are sorted by name, so that the same response always gives the same values.
    private static func elements(_ value: JSONValue) -> [JSONValue] {
        guard case .object(let members) = value else { return value.list ?? [] }
        return members.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension JSONValue {
    /// Whether the value is neither null, nor false, nor empty.
    var isTruthy: Bool {
        switch self {
        case .null: false
        case .flag(let flag): flag
        case .text(let text): !text.isEmpty
        case .list(let values): !values.isEmpty
        case .object(let members): !members.isEmpty
        case .integer, .number: true
        }
    }

    /// The value as text for comparison with a template: texts unchanged, numbers and flags as JSON writes them.
    var spelled: String? {
        flag.map { $0 ? "true" : "false" } ?? word
    }
}
