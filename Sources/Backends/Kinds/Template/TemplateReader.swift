package import Domain

extension Template {
    /// Reads a template's JSON. Throws every mistake with its line and column: unknown names, wrong types, invalid
    /// paths, placeholders without a value, and contradictory parts. `file` is the name shown in messages.
    package static func read(_ bytes: [UInt8], file: String) throws(ConfigurationFailure) -> Template {
        let tree: FieldValue
        do throws(FieldFailure) { tree = try JSONReader.read(bytes, file: file) } catch { throw .invalid([error]) }
        let reader = TemplateReader(file: file)
        guard let template = reader.template(tree), reader.mistakes.failures.isEmpty else {
            throw .invalid(reader.mistakes.sorted)
        }
        return template
    }
}

/// Reads a template and collects every mistake in it.
final class TemplateReader {
    private static let names = [
        "base_url", "auth", "allowed_hosts", "values", "size", "seed_max", "prompt_max", "pictures_max", "submit",
        "job", "poll",
        "result", "picture_formats", "cancel", "probe", "cost", "tokens", "errors", "about", "mask",
    ]

    var mistakes: FieldReader
    /// The names of the values that the configuration provides in addition to those of every request.
    private(set) var configured: [String] = []
    /// The name of the header that carries the key.
    private(set) var keyHeader: String?

    init(file: String) {
        mistakes = FieldReader(file: file)
    }

    /// Returns `nil` if a part that every template needs is unusable.
    func template(_ tree: FieldValue) -> Template? {
        guard let root = TemplateSection(tree, key: "", names: Self.names, self) else { return nil }
        configured = values(root)
        root.require("submit", "result")
        let auth = auth(root)
        keyHeader = auth?.header
        let size = size(root)
        let submit = submit(root, hasRatios: !size.ratios.isEmpty)
        let result = result(root)
        guard let submit, let result else { return nil }
        var template = Template(submit: submit, result: result)
        template.baseURL = baseURL(root)
        template.auth = auth
        template.allowedHosts = hosts(root)
        template.values = configured
        template.size = size
        template.maskStyle = root.choice("mask") ?? template.maskStyle
        template.variants = variants(root, hasRatios: !size.ratios.isEmpty)
        template.seedLimit =
            root.integer("seed_max", 1...Int(UInt32.max) << 20).map(UInt64.init) ?? template.seedLimit
        template.picturesLimit = root.integer("pictures_max", 1...InputPictures.most)
        template.promptLimit = root.integer("prompt_max", 1...1_000_000)
        template.formats = formats(root)
        template.job = job(root)
        template.poll = poll(root)
        template.cancel = cancel(root)
        template.probe = probe(root)
        template.cost = cost(root)
        template.tokens = tokens(root)
        template.errors = rules(root)
        // A description for people.
        _ = root.line("about")
        check(template, root)
        return template
    }

    /// Checks constraints between the parts.
    private func check(_ template: Template, _ root: TemplateSection) {
        let from = template.result.from
        if root.has("job") { root.require("poll") }
        if root.has("poll") || from != .submit { root.require("job") }
        if root.has("job"), from == .submit { root.report(.conflict(with: "result.from"), "job") }
        guard let job = template.job, let poll = template.poll else { return }
        if job.pollURL == nil, poll.path == nil { root.report(.missing, "job.poll_url") }
        if poll.path != nil, job.id == nil { root.report(.missing, "job.id") }
        if from == .get, job.resultURL == nil { root.report(.missing, "job.result_url") }
        guard let cancel = template.cancel else { return }
        if cancel.path == nil, job.cancelURL == nil { root.report(.missing, "job.cancel_url") }
        if cancel.path != nil, job.id == nil { root.report(.missing, "job.id") }
    }

    private func values(_ root: TemplateSection) -> [String] {
        let reserved = TemplateValues.ofRequests + TemplateValues.files + ["secret", "id"]
        return root.list("values") { value throws(FieldFailure.Problem) in
            let name = try TemplateSection.line(value)
            guard let text = TemplateText("{{\(name)}}"), text.placeholders.first?.isOptional == false else {
                throw .malformed(got: name, example: "account")
            }
            guard !reserved.contains(name) else { throw .conflict(with: name) }
            return name
        } ?? []
    }

    private func formats(_ root: TemplateSection) -> [GeneratedFormat] {
        let formats: [GeneratedFormat]? = root.list("picture_formats") { value throws(FieldFailure.Problem) in
            try TemplateSection.word(value)
        }
        return formats.flatMap { $0.isEmpty ? nil : $0 } ?? [.png]
    }

    private func baseURL(_ root: TemplateSection) -> String? {
        root.read("base_url") { value throws(FieldFailure.Problem) in
            var text = try TemplateSection.line(value)
            while text.hasSuffix("/") { text.removeLast() }
            guard let address = WebAddress(text), address.query == nil, address.fragment == nil else {
                throw .malformed(got: text.contains("@") ? "…" : text, example: "https://api.bfl.ai")
            }
            return text
        }
    }

    private func hosts(_ root: TemplateSection) -> [HostPattern] {
        root.list("allowed_hosts") { value throws(FieldFailure.Problem) in
            let text = try TemplateSection.line(value)
            guard let host = HostPattern(text) else { throw .malformed(got: text, example: "*.bfl.ai") }
            return host
        } ?? []
    }

    private func auth(_ root: TemplateSection) -> Template.Auth? {
        guard let section = root.section("auth", ["header", "value", "env"]) else { return nil }
        section.require("header", "value")
        let header = section.read("header") { value throws(FieldFailure.Problem) in
            let text = try TemplateSection.line(value)
            guard HTTPHeader(text, "").isValid else { throw .malformed(got: text, example: "Authorization") }
            return text
        }
        let value = text(section, "value", allowing: ["secret"] + configured)
        if let value, !value.placeholders.contains(where: { $0.name == "secret" }) {
            section.report(.malformed(got: "no {{secret}}", example: "Bearer {{secret}}"), "value")
        }
        let environment = section.words("env") ?? []
        guard let header, let value else { return nil }
        return Template.Auth(header: header, value: value, environment: environment)
    }
}

/// One object of a template during reading. Every name in it must be known and every value of the right type.
struct TemplateSection {
    /// The full key; empty for the root.
    private let key: String
    private let value: FieldValue
    private let reader: TemplateReader

    /// `nil` for a value that is not an object, which is reported.
    init?(_ value: FieldValue, key: String, names: [String]? = nil, _ reader: TemplateReader) {
        self.key = key
        self.value = value
        self.reader = reader
        guard let entries = value.entries else {
            reader.mistakes.report(.wrongType(wanted: "table", got: value.typeName), key: key, at: value)
            return nil
        }
        guard let names else { return }
        for entry in entries where !names.contains(entry.name) {
            let nearest = NearestName.of(entry.name, among: names)
            reader.mistakes.report(.unknown(nearest: nearest), key: self.key(entry.name), at: entry)
        }
    }

    var entries: [FieldEntry] { value.entries ?? [] }

    func has(_ name: String) -> Bool { value[name] != nil }

    func isText(_ name: String) -> Bool {
        if case .text = value[name]?.value.content { true } else { false }
    }

    func key(_ name: String) -> String { FieldReader.join(key, name) }

    /// Returns an object inside this one; `nil` if it is missing or unusable. `names` are the known names in it; `nil`
    /// if any name is allowed.
    func section(_ name: String, _ names: [String]?) -> TemplateSection? {
        value[name].flatMap { TemplateSection($0.value, key: key(name), names: names, reader) }
    }

    /// Reports each of the named members that is missing.
    func require(_ names: String...) {
        for name in names where !has(name) { reader.mistakes.report(.missing, key: key(name), at: value) }
    }

    /// Reports a mistake in a member, or in this object if the member is missing.
    func report(_ problem: FieldFailure.Problem, _ name: String) {
        let location: any FieldLocation = if let entry = value[name] { entry } else { value }
        reader.mistakes.report(problem, key: key(name), at: location)
    }

    /// Returns a member converted by `make`, and reports an error at its position.
    func read<Made>(_ name: String, _ make: (FieldValue) throws(FieldFailure.Problem) -> Made) -> Made? {
        guard let value = value[name]?.value else { return nil }
        return read(value, key(name), make)
    }

    private func read<Made>(
        _ value: FieldValue, _ key: String, _ make: (FieldValue) throws(FieldFailure.Problem) -> Made
    ) -> Made? {
        do throws(FieldFailure.Problem) { return try make(value) } catch {
            reader.mistakes.report(error, key: key, at: value)
            return nil
        }
    }

    /// Returns the elements of a list converted by `make`; `nil` if any of them is invalid.
    func list<Made>(_ name: String, _ make: (FieldValue) throws(FieldFailure.Problem) -> Made) -> [Made]? {
        guard let values = read(name, Self.elements) else { return nil }
        var made: [Made] = []
        for (index, value) in values.enumerated() {
            if let element = read(value, "\(key(name))[\(index)]", make) { made.append(element) }
        }
        return made.count == values.count ? made : nil
    }
}

extension TemplateSection {
    func line(_ name: String) -> String? { read(name, Self.line) }

    func path(_ name: String) -> JSONPath? { read(name, Self.path) }

    /// Reads one path or a list of paths.
    func paths(_ name: String) -> [JSONPath]? {
        guard case .list = value[name]?.value.content else { return path(name).map { [$0] } }
        return nonEmpty(name, list(name, Self.path))
    }

    func flag(_ name: String) -> Bool? {
        read(name) { value throws(FieldFailure.Problem) in try value.flag() }
    }

    /// Reads one text or a list of texts.
    func texts(_ name: String) -> [String]? {
        guard case .list = value[name]?.value.content else { return line(name).map { [$0] } }
        return nonEmpty(name, list(name, Self.line))
    }

    func choice<Word: RawRepresentable & CaseIterable>(_ name: String) -> Word? where Word.RawValue == String {
        read(name) { value throws(FieldFailure.Problem) in try Self.word(value) }
    }

    func number(_ name: String, _ range: ClosedRange<Double>) -> Double? {
        read(name) { value throws(FieldFailure.Problem) in
            let number = try value.number()
            guard range.contains(number) else {
                throw .outOfRange(got: String(number), range: "\(range.lowerBound)–\(range.upperBound)")
            }
            return number
        }
    }

    func integer(_ name: String, _ range: ClosedRange<Int>) -> Int? {
        read(name) { value throws(FieldFailure.Problem) in try Self.integer(value, range) }
    }

    /// Reads a list of texts; numbers and flags are converted to text.
    func words(_ name: String) -> [String]? {
        let words = list(name) { value throws(FieldFailure.Problem) in
            switch value.content {
            case .flag(let flag): flag ? "true" : "false"
            case .integer(let integer): String(integer)
            case .number(let number): String(number)
            default: try value.text()
            }
        }
        return nonEmpty(name, words)
    }

    private func nonEmpty<Element>(_ name: String, _ list: [Element]?) -> [Element]? {
        guard let list, list.isEmpty, let value = value[name]?.value else { return list }
        reader.mistakes.report(.outOfRange(got: "0", range: "1 or more"), key: key(name), at: value)
        return nil
    }

    /// Returns the value if it is a non-empty single-line text.
    static func line(_ value: FieldValue) throws(FieldFailure.Problem) -> String {
        let text = try value.text()
        let isPlain = !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard isPlain, text.utf8.count <= 4096 else { throw .malformed(got: String(text.prefix(40)), example: "text") }
        return text
    }

    /// Returns the value if it is one of the enumeration's raw values.
    static func word<Word: RawRepresentable & CaseIterable>(_ value: FieldValue) throws(FieldFailure.Problem) -> Word
    where Word.RawValue == String {
        let text = try line(value)
        let choices = Word.allCases.map(\.rawValue)
        guard let word = Word(rawValue: text) else {
            throw .notOneOf(got: text, choices: choices, nearest: NearestName.of(text, among: choices))
        }
        return word
    }

    static func integer(_ value: FieldValue, _ range: ClosedRange<Int>) throws(FieldFailure.Problem) -> Int {
        let number = try value.integer()
        guard let integer = Int(exactly: number), range.contains(integer) else {
            throw .outOfRange(got: String(number), range: "\(range.lowerBound)–\(range.upperBound)")
        }
        return integer
    }

    private static func elements(_ value: FieldValue) throws(FieldFailure.Problem) -> [FieldValue] {
        try value.list()
    }

    private static func path(_ value: FieldValue) throws(FieldFailure.Problem) -> JSONPath {
        let text = try line(value)
        guard let path = JSONPath(text) else { throw .malformed(got: text, example: "$.result.sample") }
        return path
    }
}
