import Domain

/// Reads a template and gathers every mistake in it.
struct TemplateReader {
    private static let names = [
        "base_url", "auth", "allowed_hosts", "values", "size", "seed_max", "prompt_max", "submit", "job", "poll",
        "result", "picture_formats",
        "cancel", "probe", "cost", "tokens", "errors", "about",
    ]

    var reader: FieldReader
    /// What the configuration gives beside what every request has.
    var given: [String] = []
    /// The header that holds the key.
    private(set) var key: String?

    init(file: String) {
        reader = FieldReader(file: file)
    }

    /// `nil` when there is any mistake.
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

    /// What only the parts together can show.
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
            guard WebAddress(text) != nil, !text.contains(where: { "?#".contains($0) }) else {
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
