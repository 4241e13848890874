internal import ControlAPI
internal import Domain
internal import Words

/// What was spent, by day, folder and backend, the caps, and the health of backends and folders.
struct SpendPage {
    let context: PageContext
    let control: ControlCaller

    func page() async throws(Problem) -> Page {
        let status: Status = try await control.get("/v1/status")
        let today: SpendReport = try await control.get("/v1/spend")
        let month = context.visit.query.text("month") ?? String(today.to.prefix(7))
        let words = context.words
        var sections: [HTML] = []
        for group in ["day", "folder", "backend"] {
            let report: SpendReport = try await control.get(
                "/v1/spend", [QueryString.Item("month", month), QueryString.Item("by", group)])
            sections.append(section(report, group))
        }
        let body: HTML = """
            <h1>\(words.title("spend"))</h1>
            <form class="filter" method="get" action="\(context.link("spend"))"><label>\(words.month) \
            <input name="month" value="\(month)" pattern="[0-9]{4}-[0-9]{2}" inputmode="numeric" maxlength="7"></label>\
            <button>\(words.show)</button></form>
            \(caps(status.budget))
            \(sections)
            \(backends(status.backends))
            \(folders(status.folders))
            \(gates(status.configuredGates))
            """
        return Page(name: .spend, title: words.title("spend"), body: body)
    }

    private func section(_ report: SpendReport, _ group: String) -> HTML {
        let words = context.words
        let most = report.lines.map(\.size).max() ?? 0
        let rows = report.lines.map { line -> HTML in
            """
            <tr><th scope="row" dir="auto">\(line.keys.first ?? "")</th><td>\(line.pictures)</td>\
            <td>\(line.amount.map { "\($0) \(line.currency ?? "")" } ?? words.noPrice)\(line.unknown ? " (\(words.state("unknown")))" : "")</td>\
            <td><meter min="0" max="\("\(max(most, 0.01))")" value="\("\(line.size)")" aria-label="\(line.keys.first ?? "")"></meter></td></tr>
            """
        }
        let table: HTML = """
            <div class="scroll" tabindex="0" role="region" aria-labelledby="by-\(group)"><table><thead><tr>\
            <th scope="col">\(words.field(group))</th><th scope="col">\(words.pictures)</th>\
            <th scope="col">\(words.field("cost"))</th><th scope="col">\(words.share)</th></tr></thead>\
            <tbody>\(rows)</tbody></table></div>
            """
        let empty: HTML = "<p class=\"empty\">\(words.nothingSpent)</p>"
        return """
            <section aria-labelledby="by-\(group)"><h2 id="by-\(group)">\(words.by(group))</h2>
            \(rows.isEmpty ? empty : table)
            </section>
            """
    }

    private func caps(_ caps: [BudgetStatus]) -> HTML {
        if caps.isEmpty { return .none }
        let words = context.words
        let rows = caps.map { cap -> HTML in
            let (spent, limit) = (Self.number(cap.spent), Self.number(cap.limit))
            return """
                <li><span>\([cap.name, cap.cap].compactMap(\.self).joined(separator: ": "))</span> \
                <meter min="0" max="\("\(max(limit, 0.01))")" high="\("\(limit * 0.8)")" value="\("\(spent)")" \
                aria-label="\(cap.cap)"></meter> <span>\(words.spentOf(cap.spent, cap.limit))</span> \
                <span>\(words.resets) \(context.moment(cap.resetsAt))</span></li>
                """
        }
        return
            "<section aria-labelledby=\"caps\"><h2 id=\"caps\">\(words.caps)</h2><ul class=\"caps\">\(rows)</ul></section>"
    }

    private func backends(_ backends: [BackendStatus]) -> HTML {
        let words = context.words
        let rows = backends.map { backend -> HTML in
            """
            <li data-ready="\(backend.code == nil ? "yes" : "no")"><b>\(backend.name)</b> <span class="state">\
            \(backend.code == nil ? words.ready : words.notReady)</span> <span>\(words.load(backend.running, backend.limit, backend.waiting))</span>\
            \(backend.price.html { " <span>\($0)</span>" })\(backend.detail.html { "<p class=\"job-detail\">\($0)</p>" })</li>
            """
        }
        return
            "<section aria-labelledby=\"backends\"><h2 id=\"backends\">\(words.backends)</h2><ul class=\"facts-list\">\(rows)</ul></section>"
    }

    private func folders(_ folders: [FolderStatus]) -> HTML {
        let words = context.words
        let rows = folders.map { folder -> HTML in
            """
            <li data-ready="\(folder.detail == nil ? "yes" : "no")"><b>\(folder.name)</b> <span dir="ltr">\(folder.path) → \(folder.outbox)</span>\
            \(folder.detail.html { "<p class=\"job-detail\">\($0)</p>" })</li>
            """
        }
        return
            "<section aria-labelledby=\"folders\"><h2 id=\"folders\">\(words.folders)</h2><ul class=\"facts-list\">\(rows)</ul></section>"
    }

    private func gates(_ gates: [GateStatus]) -> HTML {
        if gates.isEmpty { return .none }
        let words = context.words
        let rows = gates.map { gate -> HTML in
            let until = gate.until.map { words.gateChanges(context.time($0.utc), isOpen: gate.isOpen) }
            return """
                <li data-ready="\(gate.isOpen ? "yes" : "no")"><b>\(gate.name)</b> <span class="state">\
                \(words.gateState(gate.state.rawValue, isOpen: gate.isOpen))</span> <span>\(words.gateSource(gate.source))</span> \
                <span>\(words.gateScope(folders: gate.folders, backends: gate.backends, notify: gate.notify))</span>\
                \(until.html { " <span>\($0)</span>" })\(gate.detail.html { "<p class=\"job-detail\">\($0)</p>" })</li>
                """
        }
        return
            "<section aria-labelledby=\"gates\"><h2 id=\"gates\">\(words.gates)</h2><ul class=\"facts-list\">\(rows)</ul></section>"
    }

    /// The number that a text such as `0.42 USD` begins with.
    private static func number(_ text: String) -> Double {
        Double(text.prefix { $0.isNumber || $0 == "." }) ?? 0
    }
}

extension SpendReport.Line {
    /// What a bar shows: the money, or the pictures where no price is known.
    fileprivate var size: Double { amount.flatMap { Double($0) } ?? Double(pictures) }
}
