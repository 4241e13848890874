import BackendKit
import Domain

extension TemplateReader {
    func job(_ root: TemplateSection) -> Template.Job? {
        guard let section = root.section("job", ["id", "poll_url", "result_url", "cancel_url"]) else { return nil }
        return Template.Job(
            id: section.path("id"), pollURL: section.path("poll_url"),
            resultURL: section.path("result_url"), cancelURL: section.path("cancel_url"))
    }

    func poll(_ root: TemplateSection) -> Template.Poll? {
        let names = ["path", "interval", "status", "pending", "done", "progress"]
        guard let section = root.section("poll", names) else { return nil }
        section.require("status", "pending", "done")
        let path = path(section, "path", allowing: ["id", "model"] + configured)
        let seconds = section.number("interval", 0.1...600) ?? 2
        let progress = progress(section)
        let pending = section.words("pending")
        let done = section.words("done")
        if let both = done?.first(where: { pending?.contains($0) == true }) {
            section.report(.conflict(with: both), "done")
        }
        guard let status = section.path("status"), let pending, let done else { return nil }
        return Template.Poll(
            path: path, interval: .milliseconds(Int64(seconds * 1000)), status: status, pending: pending, done: done,
            progress: progress)
    }

    /// Reads the paths of the progress; a single path is that of the fraction.
    private func progress(_ poll: TemplateSection) -> Template.Progress {
        guard poll.has("progress") else { return Template.Progress() }
        if poll.isText("progress") { return Template.Progress(fraction: poll.path("progress")) }
        let names = ["fraction", "seconds_left", "step", "steps", "queue_position"]
        guard let section = poll.section("progress", names) else { return Template.Progress() }
        return Template.Progress(
            fraction: section.path("fraction"), secondsLeft: section.path("seconds_left"), step: section.path("step"),
            steps: section.path("steps"), queuePosition: section.path("queue_position"))
    }

    func result(_ root: TemplateSection) -> Template.Result? {
        guard let section = root.section("result", ["from", "images", "kind", "seed", "url_ttl"]) else { return nil }
        let kind: Template.Result.Kind = section.choice("kind") ?? .auto
        if kind != .body { section.require("images") }
        let isAsynchronous = root.has("job")
        let from: Template.Result.From = section.choice("from") ?? (isAsynchronous ? .poll : .submit)
        let lifetime = section.number("url_ttl", 1...31_536_000)
        return Template.Result(
            from: from, images: section.path("images"), kind: kind, seed: section.path("seed"),
            lifetime: lifetime.map { .seconds($0) })
    }

    func size(_ root: TemplateSection) -> SizeConstraints {
        guard let section = root.section("size", ["multiple_of", "min", "max", "aspect_ratios"]) else {
            return SizeConstraints()
        }
        let lowest = section.integer("min", 1...8192) ?? 16
        let highest = section.integer("max", 16...8192) ?? 8192
        if lowest > highest { section.report(.conflict(with: "max"), "min") }
        let ratios = section.list("aspect_ratios") { value throws(FieldFailure.Problem) in
            let text = try TemplateSection.line(value)
            guard SizeConstraints.parts(text) != nil else { throw .malformed(got: text, example: "16:9") }
            return text
        }
        return SizeConstraints(
            step: section.integer("multiple_of", 1...256) ?? 1,
            sides: min(lowest, highest)...highest, ratios: ratios ?? [])
    }

    func cost(_ root: TemplateSection) -> Template.Cost? {
        guard let section = root.section("cost", ["path", "scale", "currency"]) else { return nil }
        section.require("path")
        let scale = section.number("scale", 0.000_001...1_000_000) ?? 1
        let currency = section.read("currency") { value throws(FieldFailure.Problem) in
            let text = try TemplateSection.line(value)
            guard text.utf8.count == 3, text.utf8.allSatisfy({ 65...90 ~= $0 }) else {
                throw .malformed(got: text, example: "USD")
            }
            return text
        }
        guard let path = section.path("path") else { return nil }
        return Template.Cost(path: path, scale: scale, currency: currency ?? "USD")
    }

    func tokens(_ root: TemplateSection) -> Template.Tokens? {
        guard let section = root.section("tokens", ["input", "output"]) else { return nil }
        if !section.has("output") { section.require("input") }
        return Template.Tokens(input: section.paths("input") ?? [], output: section.paths("output") ?? [])
    }

    func cancel(_ root: TemplateSection) -> Template.Cancel? {
        guard let section = root.section("cancel", ["method", "path"]) else { return nil }
        return Template.Cancel(
            method: section.choice("method") ?? .post,
            path: path(section, "path", allowing: ["id", "model"] + configured))
    }

    func probe(_ root: TemplateSection) -> TemplateText? {
        guard let section = root.section("probe", ["path"]) else { return nil }
        section.require("path")
        return path(section, "path", allowing: ["model"] + configured)
    }

    func rules(_ root: TemplateSection) -> [ErrorRule] {
        let values = root.list("errors") { value throws(FieldFailure.Problem) in value } ?? []
        return values.enumerated().compactMap { rule($1, "errors[\($0)]") }
    }

    private func rule(_ value: FieldValue, _ key: String) -> ErrorRule? {
        let names = [
            "path", "in", "contains", "status", "class", "message", "retry_after", "stage", "charged", "source",
        ]
        guard let section = TemplateSection(value, key: key, names: names, self) else { return nil }
        section.require("class")
        if !section.has("path") {
            section.require("status")
            for name in ["in", "contains"] where section.has(name) { section.require("path") }
        }
        if section.has("in"), section.has("contains") { section.report(.conflict(with: "in"), "contains") }
        let statuses = section.list("status") { value throws(FieldFailure.Problem) in
            try TemplateSection.integer(value, 200...599)
        }
        let path = section.path("path")
        let parts = section.words("contains")?.map { $0.lowercased() }
        let message = section.path("message")
        let wait = section.path("retry_after")
        let stage: ErrorRule.Stage? = section.choice("stage")
        let charged: ErrorRule.Charged? = section.choice("charged")
        // A gateway's page can have the same status, but has nothing at a path of the provider's own format.
        if charged == .no { section.require("path") }
        let words = section.words("in")
        // The page on which the provider documents the error; read by people only.
        _ = section.line("source")
        guard let kind: FailureClass = section.choice("class") else { return nil }
        return ErrorRule(
            path: path, words: words, parts: parts, statuses: statuses, kind: kind, message: message, wait: wait,
            stage: stage, charged: charged.map { $0 == .yes })
    }
}
