internal import ControlAPI
internal import Domain
internal import Words

/// What is in force and where it was set. A change is checked here and made in the file, which stays the truth.
struct SettingsPage {
    let context: PageContext
    let control: ControlCaller
    /// Lines that were checked, and what came of it.
    var checked: (lines: String, problem: Problem?)?

    func page() async throws(Problem) -> Page {
        let report: SettingsReport = try await control.get("/v1/settings")
        let words = context.words
        let files = report.files.map { file -> HTML in "<li><code>\(file)</code></li>" }
        let body: HTML = """
            <h1>\(words.title("settings"))</h1>
            <p>\(words.fileIsTruth)</p>
            <ul class="files">\(files)</ul>
            \(check)
            \(report.tables.map(table))
            """
        return Page(name: .settings, title: words.title("settings"), body: body)
    }

    private func table(_ table: SettingsReport.Table) -> HTML {
        let words = context.words
        let rows = table.settings.map { setting -> HTML in
            """
            <tr><th scope="row">\(name(setting, table))</th><td>\(value(setting))</td><td>\(origin(setting))</td></tr>
            """
        }
        return """
            <section><h2><code>\(table.header)</code></h2><div class="scroll" tabindex="0" role="region" aria-label="\(table.header)">\
            <table><thead><tr><th scope="col">\(words.setting)</th><th scope="col">\(words.value)</th><th scope="col">\(words.origin)</th></tr></thead>\
            <tbody>\(rows)</tbody></table></div></section>
            """
    }

    /// The name, for whoever may check lines a link that puts the setting's line into the form.
    private func name(_ setting: SettingsReport.Setting, _ table: SettingsReport.Table) -> HTML {
        let name: HTML = "<code>\(setting.name)</code>"
        // Lines for one of several tables would add another one.
        guard context.role >= .operate, !table.repeats else { return name }
        let value = setting.value.flatMap { $0 == .null ? nil : try? ControlJSON.encode($0) }
        let line = "\(setting.name) = \(value.map { String(decoding: $0, as: UTF8.self) } ?? "")"
        let query = [QueryString.Item("lines", table.header + "\n" + line)]
        return """
            <a href="\(context.link("settings", query))#lines" title="\(context.words.writeLine(setting.name))">\(name)</a>
            """
    }

    private func value(_ setting: SettingsReport.Setting) -> HTML {
        guard let value = setting.value, value != .null, let json = try? ControlJSON.encode(value) else {
            return "<i>\(context.words.notSet)</i>"
        }
        return "<code dir=\"auto\">\(String(decoding: json, as: UTF8.self))</code>"
    }

    private func origin(_ setting: SettingsReport.Setting) -> String {
        context.words.origin(
            setting.origin, file: setting.file, line: setting.line,
            about: setting.backend ?? setting.variable ?? setting.key)
    }

    private var check: HTML {
        guard context.role >= .operate else { return .none }
        let words = context.words
        let result = checked.html { checked -> HTML in
            if let problem = checked.problem {
                let lines = (problem.errors ?? []).map { error -> HTML in "<li>\(error.detail)</li>" }
                return "<div class=\"problem\" role=\"alert\"><p>\(problem.detail)</p><ul>\(lines)</ul></div>"
            }
            return "<p class=\"notice\" role=\"status\">\(words.linesAreValid)</p>"
        }
        return """
            <form class="check" method="post" action="\(context.link("settings/check"))">
            <label><span>\(words.linesToCheck)</span><textarea id="lines" name="lines" rows="4" spellcheck="false" dir="ltr" data-keep>\
            \(checked?.lines ?? context.visit.query.text("lines") ?? "")</textarea></label>
            <button>\(words.checkLines)</button>\(result)</form>
            """
    }
}
