import Domain

extension TemplateReader {
    mutating func job(_ root: TemplateSection) -> Template.Job? {
        guard let entry = root.entry("job") else { return nil }
        let section = TemplateSection(
            entry.value, key: "job", names: ["id", "poll_url", "result_url", "cancel_url"], &reader)
        return Template.Job(
            id: section.path("id", &reader), pollURL: section.path("poll_url", &reader),
            resultURL: section.path("result_url", &reader), cancelURL: section.path("cancel_url", &reader))
    }

    mutating func poll(_ root: TemplateSection) -> Template.Poll? {
        guard let entry = root.entry("poll") else { return nil }
        let names = ["path", "interval", "status", "pending", "done", "progress"]
        let section = TemplateSection(entry.value, key: "poll", names: names, &reader)
        for name in ["status", "pending", "done"] { section.missing(name, &reader) }
        let path = path(section, "path", allowing: ["id", "model"] + given)
        let seconds = section.number("interval", 0.1...600, &reader) ?? 2
        let progress = section.path("progress", &reader)
        let pending = section.words("pending", &reader)
        let done = section.words("done", &reader)
        if let both = done?.first(where: { pending?.contains($0) == true }) {
            section.report(.conflict(with: both), "done", &reader)
        }
        guard let status = section.path("status", &reader), let pending, let done else { return nil }
        return Template.Poll(
            path: path, interval: .milliseconds(Int64(seconds * 1000)), status: status, pending: pending, done: done,
            progress: progress)
    }

    mutating func result(_ root: TemplateSection) -> Template.Result? {
        guard let entry = root.entry("result") else { return nil }
        let section = TemplateSection(
            entry.value, key: "result", names: ["from", "images", "kind", "seed", "url_ttl"], &reader)
        let kind: Template.Result.Kind = section.choice("kind", &reader) ?? .auto
        if kind != .body { section.missing("images", &reader) }
        let isAsynchronous = root.entry("job") != nil
        let from: Template.Result.From = section.choice("from", &reader) ?? (isAsynchronous ? .poll : .submit)
        let lifetime = section.number("url_ttl", 1...31_536_000, &reader)
        return Template.Result(
            from: from, images: section.path("images", &reader), kind: kind, seed: section.path("seed", &reader),
            lifetime: lifetime.map { .seconds($0) })
    }

    mutating func size(_ root: TemplateSection) -> SizeConstraints {
        guard let entry = root.entry("size") else { return SizeConstraints() }
        let section = TemplateSection(
            entry.value, key: "size", names: ["multiple_of", "min", "max", "aspect_ratios"], &reader)
        let lowest = section.integer("min", 1...8192, &reader) ?? 16
        let highest = section.integer("max", 16...8192, &reader) ?? 8192
        if lowest > highest { section.report(.conflict(with: "max"), "min", &reader) }
        let ratios = section.list("aspect_ratios", &reader) { value throws(FieldFailure.Problem) in
            let text = try value.line()
            guard SizeConstraints.parts(text) != nil else { throw .malformed(got: text, example: "16:9") }
            return text
        }
        return SizeConstraints(
            step: section.integer("multiple_of", 1...256, &reader) ?? 1,
            sides: min(lowest, highest)...highest, ratios: ratios ?? [])
    }

    mutating func cost(_ root: TemplateSection) -> Template.Cost? {
        guard let entry = root.entry("cost") else { return nil }
        let section = TemplateSection(entry.value, key: "cost", names: ["path", "scale", "currency"], &reader)
        section.missing("path", &reader)
        let scale = section.number("scale", 0.000_001...1_000_000, &reader) ?? 1
        let currency = section.read("currency", &reader) { value throws(FieldFailure.Problem) in
            let text = try value.line()
            guard text.utf8.count == 3, text.utf8.allSatisfy({ 65...90 ~= $0 }) else {
                throw .malformed(got: text, example: "USD")
            }
            return text
        }
        guard let path = section.path("path", &reader) else { return nil }
        return Template.Cost(path: path, scale: scale, currency: currency ?? "USD")
    }

    mutating func tokens(_ root: TemplateSection) -> Template.Tokens? {
        guard let entry = root.entry("tokens") else { return nil }
        let section = TemplateSection(entry.value, key: "tokens", names: ["input", "output"], &reader)
        guard entry.value.entries != nil else { return nil }
        if section.entry("output") == nil { section.missing("input", &reader) }
        return Template.Tokens(
            input: section.paths("input", &reader) ?? [], output: section.paths("output", &reader) ?? [])
    }

    mutating func cancel(_ root: TemplateSection) -> HTTPMethod? {
        guard let entry = root.entry("cancel") else { return nil }
        let section = TemplateSection(entry.value, key: "cancel", names: ["method"], &reader)
        return section.choice("method", &reader) ?? .post
    }

    mutating func probe(_ root: TemplateSection) -> TemplateText? {
        guard let entry = root.entry("probe") else { return nil }
        let section = TemplateSection(entry.value, key: "probe", names: ["path"], &reader)
        section.missing("path", &reader)
        return path(section, "path", allowing: ["model"] + given)
    }

    mutating func rules(_ root: TemplateSection) -> [ErrorRule] {
        guard let entry = root.entry("errors") else { return [] }
        guard case .list(let values) = entry.value.content else {
            reader.report(.wrongType(wanted: "list", got: entry.value.typeName), key: "errors", at: entry.value)
            return []
        }
        return values.enumerated().compactMap { rule($1, "errors[\($0)]") }
    }

    private mutating func rule(_ value: FieldValue, _ key: String) -> ErrorRule? {
        let names = [
            "path", "in", "contains", "status", "class", "message", "retry_after", "stage", "charged", "source",
        ]
        let section = TemplateSection(value, key: key, names: names, &reader)
        section.missing("class", &reader)
        if section.entry("path") == nil {
            section.missing("status", &reader)
            for name in ["in", "contains"] where section.entry(name) != nil { section.missing("path", &reader) }
        }
        if section.entry("in") != nil, section.entry("contains") != nil {
            section.report(.conflict(with: "in"), "contains", &reader)
        }
        let statuses = section.list("status", &reader) { value throws(FieldFailure.Problem) in
            try value.integer(in: 200...599)
        }
        let path = section.path("path", &reader)
        let parts = section.words("contains", &reader)?.map { $0.lowercased() }
        let message = section.path("message", &reader)
        let wait = section.path("retry_after", &reader)
        let stage: ErrorRule.Stage? = section.choice("stage", &reader)
        let charged: ErrorRule.Charged? = section.choice("charged", &reader)
        // A gateway's page can have the same status, but has nothing at a path of the provider's own format.
        if charged == .no { section.missing("path", &reader) }
        let words = section.words("in", &reader)
        // The page on which the provider documents the error; read by people only.
        _ = section.text("source", &reader)
        guard let kind: ErrorRule.Class = section.choice("class", &reader) else { return nil }
        return ErrorRule(
            path: path, words: words, parts: parts, statuses: statuses, kind: kind, message: message, wait: wait,
            stage: stage, charged: charged.map { $0 == .yes })
    }
}
