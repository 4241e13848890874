/// Reads a `JSONPath` from left to right.
struct JSONPathParser {
    private var rest: Substring

    init(_ text: String) {
        rest = text[...]
    }

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
        if take("header:") {
            let name = word { Self.isOfName($0) }
            return name.isEmpty ? nil : .header(name)
        }
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
        if take(".") {
            let name = word { Self.isOfName($0) }
            return name.isEmpty ? nil : .member(name)
        }
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
        let name = word { Self.isOfName($0) }
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

    private static func isOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "-"
    }
}
