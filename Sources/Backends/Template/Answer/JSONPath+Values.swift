import BackendKit
import Domain

extension JSONPath {
    /// What stands there, in order and without nulls: of the first alternative that gives any.
    func values(in answer: Answer) -> [JSONValue] {
        for source in sources {
            let values = Self.values(source, answer)
            if !values.isEmpty { return values }
        }
        return []
    }

    func first(in answer: Answer) -> JSONValue? {
        values(in: answer).first
    }

    /// A text, or a number as it is written; empty ones are none.
    func word(in answer: Answer) -> String? {
        let word = first(in: answer)?.word
        return word?.isEmpty == true ? nil : word
    }

    private static func values(_ source: Source, _ answer: Answer) -> [JSONValue] {
        switch source {
        case .header(let name): answer.response.header(name).map { [.text($0)] } ?? []
        case .body(let steps): walk(answer.json, steps)
        case .nested(let outer, let inner):
            walk(answer.json, outer).flatMap { value in
                walk(value.text.flatMap { JSONBody.value(Array($0.utf8)) }, inner)
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
        case .element(let place):
            value.list.flatMap { $0.indices.contains(place) ? [$0[place]] : nil } ?? []
        case .all: elements(value)
        case .having(let name): elements(value).filter { $0[name]?.saysSomething == true }
        case .lacking(let name): elements(value).filter { $0[name]?.saysSomething != true }
        }
    }

    /// An object's members come in the order of their names, so that the same answer gives the same values.
    private static func elements(_ value: JSONValue) -> [JSONValue] {
        guard case .object(let members) = value else { return value.list ?? [] }
        return members.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension JSONValue {
    /// Neither null, nor false, nor empty.
    var saysSomething: Bool {
        switch self {
        case .null: false
        case .flag(let flag): flag
        case .text(let text): !text.isEmpty
        case .list(let values): !values.isEmpty
        case .object(let members): !members.isEmpty
        case .integer, .number: true
        }
    }

    /// As a template writes it to compare: a text as it is, numbers and flags as they are written.
    var spelled: String? {
        flag.map { $0 ? "true" : "false" } ?? word
    }
}
