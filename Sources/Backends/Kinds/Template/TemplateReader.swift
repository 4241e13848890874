package import Domain

/// Reads a template and collects every mistake in it.
struct TemplateReader {
    private static let names = [
        "base_url", "auth", "allowed_hosts", "values", "size", "seed_max", "prompt_max", "submit", "job", "poll",
        "result", "picture_formats",
        "cancel", "probe", "cost", "tokens", "errors", "about",
    ]

    var reader: FieldReader
    /// The values that the configuration provides in addition to those of every request.
    var given: [String] = []
    /// The name of the header that carries the key.
    private(set) var key: String?

    init(file: String) {
        reader = FieldReader(file: file)
    }

    /// Returns `nil` if there is any mistake.
    mutating func template(_ tree: FieldValue) -> Template? {
        let root = TemplateSection(tree, key: "", names: Self.names, &reader)
        guard tree.entries != nil else { return nil }
        given = values(root)
        root.missing("submit", &reader)
        root.missing("result", &reader)
        let auth = auth(root)
        key = auth?.header
        let size = size(root)
        let submit = submit(root, hasRatios: !size.ratios.isEmpty)
        let result = result(root)
        guard let submit, let result else { return nil }
        var template = Template(submit: submit, result: result)
        template.baseURL = baseURL(root)
        template.auth = auth
        template.allowedHosts = hosts(root)
        template.values = given
        template.size = size
        template.seedLimit =
            root.integer("seed_max", 1...Int(UInt32.max) << 20, &reader).map(UInt64.init)
            ?? template.seedLimit
        template.promptLimit = root.integer("prompt_max", 1...1_000_000, &reader)
        template.formats = formats(root)
        template.job = job(root)
        template.poll = poll(root)
        template.cancel = cancel(root)
        template.probe = probe(root)
        template.cost = cost(root)
        template.tokens = tokens(root)
        template.errors = rules(root)
        _ = root.text("about", &reader)
        check(template, root)
        return reader.failures.isEmpty ? template : nil
    }

    /// Checks constraints between the parts.
    private mutating func check(_ template: Template, _ root: TemplateSection) {
        let from = template.result.from
        if root.entry("job") != nil { root.missing("poll", &reader) }
        if root.entry("poll") != nil || from != .submit { root.missing("job", &reader) }
        if root.entry("job") != nil, from == .submit { root.report(.conflict(with: "result.from"), "job", &reader) }
        guard let job = template.job, let poll = template.poll else { return }
        if job.pollURL == nil, poll.path == nil { root.report(.missing, "job.poll_url", &reader) }
        if poll.path != nil, job.id == nil { root.report(.missing, "job.id", &reader) }
        if from == .get, job.resultURL == nil { root.report(.missing, "job.result_url", &reader) }
        if template.cancel != nil, job.cancelURL == nil { root.report(.missing, "job.cancel_url", &reader) }
    }

    private mutating func values(_ root: TemplateSection) -> [String] {
        let taken = TemplateValues.ofRequests + ["secret", "id"]
        return root.list("values", &reader) { value throws(FieldFailure.Problem) in
            let name = try value.line()
            guard let text = TemplateText("{{\(name)}}"), text.places.first?.isOptional == false else {
                throw .malformed(got: name, example: "account")
            }
            guard !taken.contains(name) else { throw .conflict(with: name) }
            return name
        } ?? []
    }

    private mutating func formats(_ root: TemplateSection) -> [GeneratedFormat] {
        let words = GeneratedFormat.allCases.map(\.rawValue)
        let formats = root.list("picture_formats", &reader) { value throws(FieldFailure.Problem) in
            let text = try value.line()
            guard let format = GeneratedFormat(rawValue: text) else {
                throw .notOneOf(got: text, choices: words, nearest: NearestName.of(text, among: words))
            }
            return format
        }
        guard let formats, !formats.isEmpty else { return [.png] }
        return formats
    }

    private mutating func baseURL(_ root: TemplateSection) -> String? {
        root.read("base_url", &reader) { value throws(FieldFailure.Problem) in
            var text = try value.line()
            while text.hasSuffix("/") { text.removeLast() }
            guard let address = WebAddress(text), address.query == nil, address.fragment == nil else {
                throw .malformed(got: text.contains("@") ? "…" : text, example: "https://api.bfl.ai")
            }
            return text
        }
    }

    private mutating func hosts(_ root: TemplateSection) -> [HostPattern] {
        root.list("allowed_hosts", &reader) { value throws(FieldFailure.Problem) in
            let text = try value.line()
            guard let host = HostPattern(text) else { throw .malformed(got: text, example: "*.bfl.ai") }
            return host
        } ?? []
    }

    private mutating func auth(_ root: TemplateSection) -> Template.Auth? {
        guard let entry = root.entry("auth") else { return nil }
        let section = TemplateSection(entry.value, key: "auth", names: ["header", "value", "env"], &reader)
        section.missing("header", &reader)
        section.missing("value", &reader)
        let header = section.read("header", &reader) { value throws(FieldFailure.Problem) in try value.headerName() }
        let value = text(section, "value", allowing: ["secret"] + given)
        if let value, !value.places.contains(where: { $0.name == "secret" }) {
            section.report(.malformed(got: "no {{secret}}", example: "Bearer {{secret}}"), "value", &reader)
        }
        let environment = section.words("env", &reader) ?? []
        guard let header, let value else { return nil }
        return Template.Auth(header: header, value: value, environment: environment)
    }
}

extension Template {
    /// Reads a template's JSON. Throws every mistake with its line and column: unknown names, wrong types, invalid
    /// paths, placeholders without a value, and contradictory parts. `file` is the name shown in messages.
    package static func read(_ bytes: [UInt8], file: String) throws(ConfigurationFailure) -> Template {
        let tree: FieldValue
        do throws(FieldFailure) { tree = try JSONReader.read(bytes, file: file) } catch { throw .invalid([error]) }
        var reader = TemplateReader(file: file)
        let template = reader.template(tree)
        guard let template, reader.reader.failures.isEmpty else { throw .invalid(reader.reader.sorted) }
        return template
    }
}

/// One object of a template during reading. Every name in it must be known and every value of the right type.
struct TemplateSection {
    /// The full key; empty for the root.
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

    /// Returns a member converted by `make`, and reports an error at its position.
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
        let location: any FieldLocation = if let entry = entry(name) { entry } else { value }
        reader.report(problem, key: key(name), at: location)
    }
}

extension TemplateSection {
    func text(_ name: String, _ reader: inout FieldReader) -> String? {
        read(name, &reader) { value throws(FieldFailure.Problem) in try value.line() }
    }

    func path(_ name: String, _ reader: inout FieldReader) -> JSONPath? {
        read(name, &reader) { value throws(FieldFailure.Problem) in try Self.path(value) }
    }

    /// Reads one path or a list of paths.
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

    /// Returns the elements converted by `make`; `nil` if any of them is invalid.
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

    /// Reads a list of texts; numbers and flags are converted to text.
    func words(_ name: String, _ reader: inout FieldReader) -> [String]? {
        let words = list(name, &reader) { value throws(FieldFailure.Problem) in try value.spelled() }
        guard let words, words.isEmpty, let entry = entry(name) else { return words }
        reader.report(.outOfRange(got: "0", range: "1 or more"), key: key(name), at: entry.value)
        return nil
    }
}

extension FieldValue {
    /// Returns the value if it is a non-empty single-line text.
    func line() throws(FieldFailure.Problem) -> String {
        guard case .text(let text) = content else { throw .wrongType(wanted: "text", got: typeName) }
        let isPlain = !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isPlain, text.utf8.count <= 4096 else { throw .malformed(got: String(text.prefix(40)), example: "text") }
        return text
    }

    func number(in range: ClosedRange<Double>) throws(FieldFailure.Problem) -> Double {
        let number: Double
        switch content {
        case .number(let value): number = value
        case .integer(let value): number = Double(value)
        default: throw .wrongType(wanted: "number", got: typeName)
        }
        guard range.contains(number) else {
            throw .outOfRange(got: String(number), range: "\(range.lowerBound)–\(range.upperBound)")
        }
        return number
    }

    func integer(in range: ClosedRange<Int>) throws(FieldFailure.Problem) -> Int {
        guard case .integer(let value) = content else { throw .wrongType(wanted: "integer", got: typeName) }
        guard let integer = Int(exactly: value), range.contains(integer) else {
            throw .outOfRange(got: String(value), range: "\(range.lowerBound)–\(range.upperBound)")
        }
        return integer
    }

    func spelled() throws(FieldFailure.Problem) -> String {
        switch content {
        case .text(let text): text
        case .integer(let integer): String(integer)
        case .number(let number): String(number)
        case .flag(let flag): flag ? "true" : "false"
        default: throw .wrongType(wanted: "text", got: typeName)
        }
    }
}

extension FieldValue {
    func headerName() throws(FieldFailure.Problem) -> String {
        let text = try line()
        guard HTTPHeader(text, "").isValid else { throw .malformed(got: text, example: "Authorization") }
        return text
    }
}
