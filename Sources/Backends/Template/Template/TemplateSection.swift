import Domain

/// One object of a template while it is read: every name in it must be known, every value of the right type.
struct TemplateSection {
    /// The whole key; empty for the template itself.
    let key: String
    private let value: FieldValue

    init(_ value: FieldValue, key: String, names: [String], _ reader: inout FieldReader) {
        self.key = key
        self.value = value
        guard let entries = value.entries else {
            reader.report(.wrongType(wanted: "table", got: value.typeName), key: key, at: value)
            return
        }
        for entry in entries where !names.contains(entry.name) {
            let nearest = NearestName.of(entry.name, among: names)
            reader.report(.unknown(nearest: nearest), key: FieldReader.join(key, entry.name), at: entry)
        }
    }

    func entry(_ name: String) -> FieldEntry? { value[name] }

    func key(_ name: String) -> String { FieldReader.join(key, name) }

    /// A member read by `make`, whose fault is reported at its place.
    func read<Made>(
        _ name: String, _ reader: inout FieldReader, _ make: (FieldValue) throws(FieldFailure.Problem) -> Made
    ) -> Made? {
        guard let entry = entry(name) else { return nil }
        do throws(FieldFailure.Problem) { return try make(entry.value) } catch {
            reader.report(error, key: key(name), at: entry.value)
            return nil
        }
    }

    func missing(_ name: String, _ reader: inout FieldReader) {
        if entry(name) == nil { reader.report(.missing, key: key(name), at: value) }
    }

    func report(_ problem: FieldFailure.Problem, _ name: String, _ reader: inout FieldReader) {
        let place = entry(name)
        reader.report(problem, key: key(name), line: place?.line ?? value.line, column: place?.column ?? value.column)
    }
}

extension TemplateSection {
    func text(_ name: String, _ reader: inout FieldReader) -> String? {
        read(name, &reader) { value throws(FieldFailure.Problem) in try value.line() }
    }

    func path(_ name: String, _ reader: inout FieldReader) -> JSONPath? {
        read(name, &reader) { value throws(FieldFailure.Problem) in try Self.path(value) }
    }

    /// One path, or a list of them.
    func paths(_ name: String, _ reader: inout FieldReader) -> [JSONPath]? {
        guard let entry = entry(name), case .list(let values) = entry.value.content else {
            return path(name, &reader).map { [$0] }
        }
        if values.isEmpty { reader.report(.outOfRange(got: "0", range: "1 or more"), key: key(name), at: entry.value) }
        return list(name, &reader) { value throws(FieldFailure.Problem) in try Self.path(value) }
    }

    private static func path(_ value: FieldValue) throws(FieldFailure.Problem) -> JSONPath {
        let text = try value.line()
        guard let path = JSONPath(text) else { throw .malformed(got: text, example: "$.result.sample") }
        return path
    }

    func choice<Word: RawRepresentable & CaseIterable>(_ name: String, _ reader: inout FieldReader) -> Word?
    where Word.RawValue == String {
        read(name, &reader) { value throws(FieldFailure.Problem) in
            let text = try value.line()
            let choices = Word.allCases.map(\.rawValue)
            guard let word = Word(rawValue: text) else {
                throw .notOneOf(got: text, choices: choices, nearest: NearestName.of(text, among: choices))
            }
            return word
        }
    }

    func number(_ name: String, _ range: ClosedRange<Double>, _ reader: inout FieldReader) -> Double? {
        read(name, &reader) { value throws(FieldFailure.Problem) in try value.number(in: range) }
    }

    func integer(_ name: String, _ range: ClosedRange<Int>, _ reader: inout FieldReader) -> Int? {
        read(name, &reader) { value throws(FieldFailure.Problem) in try value.integer(in: range) }
    }

    func flag(_ name: String, _ reader: inout FieldReader) -> Bool? {
        read(name, &reader) { value throws(FieldFailure.Problem) in
            guard case .flag(let flag) = value.content else { throw .wrongType(wanted: "flag", got: value.typeName) }
            return flag
        }
    }

    /// Each element read by `make`; a list with a fault is `nil`.
    func list<Made>(
        _ name: String, _ reader: inout FieldReader, _ make: (FieldValue) throws(FieldFailure.Problem) -> Made
    ) -> [Made]? {
        guard let entry = entry(name) else { return nil }
        guard case .list(let values) = entry.value.content else {
            reader.report(.wrongType(wanted: "list", got: entry.value.typeName), key: key(name), at: entry.value)
            return nil
        }
        var made: [Made] = []
        for (place, value) in values.enumerated() {
            do throws(FieldFailure.Problem) { made.append(try make(value)) } catch {
                reader.report(error, key: "\(key(name))[\(place)]", at: value)
            }
        }
        return made.count == values.count ? made : nil
    }

    /// Texts, and numbers and flags as they are written.
    func words(_ name: String, _ reader: inout FieldReader) -> [String]? {
        let words = list(name, &reader) { value throws(FieldFailure.Problem) in try value.spelled() }
        guard let words, words.isEmpty, let entry = entry(name) else { return words }
        reader.report(.outOfRange(got: "0", range: "1 or more"), key: key(name), at: entry.value)
        return nil
    }
}
