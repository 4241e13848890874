internal import ControlAPI
internal import Domain
internal import Words

/// Is all well, what runs, what is new, and what needs a person.
struct HomePage {
    let context: PageContext
    let control: ControlCaller

    func page() async throws(Problem) -> Page {
        let status: Status = try await control.get("/v1/status")
        let lists = JobLists(control: control)
        let attention = try await lists.attention(limit: 20)
        let running = try await lists.open(limit: 10)
        let newest: ArtworkList = try await control.get("/v1/artworks", [QueryString.Item("limit", "12")])
        let words = context.words
        let row = JobRow(context: context)
        let body: HTML = """
            <h1>\(words.title("home"))</h1>
            \(HealthSection(context: context).html(status))
            <section aria-labelledby="attention"\("hidden", if: attention.isEmpty)>
            <h2 id="attention">\(words.needsYou)</h2>
            \(row.list(attention, "attention", label: words.needsYou))
            \(acknowledge(attention))
            </section>
            <section aria-labelledby="running"><h2 id="running">\(words.running)</h2>
            <p class="empty"\("hidden", if: !running.isEmpty) data-empty="open">\(words.nothingRuns)</p>
            \(row.list(running, "open", label: words.running))
            </section>
            <section aria-labelledby="newest"><h2 id="newest">\(words.newest)</h2>
            \(newest.artworks.isEmpty ? empty : Card(context: context).grid(newest.artworks, label: words.newest))
            <p class="pager"><a href="\(context.link("library"))">\(words.allArtworks)</a></p>
            </section>
            """
        return Page(
            name: .home, title: words.title("home"), body: body,
            templates: row.template + Card(context: context).template)
    }

    private var empty: HTML {
        "<p class=\"empty\">\(context.words.noArtworks) <a href=\"\(context.link("new"))\">\(context.words.makeOne)</a></p>"
    }

    private func acknowledge(_ attention: [JobSummary]) -> HTML {
        guard context.role >= .submit, attention.filter({ $0.state == "failed" }).count > 1 else { return .none }
        return """
            <form method="post" action="\(context.link("failures/acknowledge"))">\(context.backField)<button>\(context.words.acknowledgeAll)</button></form>
            """
    }
}

/// The jobs that pages list.
struct JobLists {
    let control: ControlCaller

    /// The states of jobs that continue by themselves.
    static let openStates = ["queued", "submitting", "submitted", "generated", "staged", "waiting"]

    /// Unknown and held jobs, and unread failures.
    func attention(limit: Int) async throws(Problem) -> [JobSummary] {
        let waiting: JobList = try await control.get("/v1/jobs", Self.query(["unknown", "held"], limit))
        let failures: JobList = try await control.get("/v1/failures", Self.query([], limit))
        return Array((waiting.jobs + failures.jobs).prefix(limit))
    }

    func open(limit: Int) async throws(Problem) -> [JobSummary] {
        let list: JobList = try await control.get("/v1/jobs", Self.query(Self.openStates, limit))
        return list.jobs
    }

    private static func query(_ states: [String], _ limit: Int) -> [QueryString.Item] {
        states.map { QueryString.Item("state", $0) } + [QueryString.Item("limit", "\(limit)")]
    }
}

/// One sentence on the service's health, and one for each reason.
struct HealthSection {
    let context: PageContext

    func html(_ status: Status) -> HTML {
        let words = context.words
        let verdict = status.health.verdict.rawValue
        let reasons = status.health.reasons.map { reason -> HTML in
            "<li data-verdict=\"\(reason.verdict.rawValue)\">\(reason.detail)\(since(reason))</li>"
        }
        let gates = status.gates.map { gate -> HTML in "<li data-verdict=\"stopped\">\(gate.detail)</li>" }
        let list: HTML = reasons.isEmpty ? .none : "<ul class=\"reasons\">\(reasons)</ul>"
        return """
            <section class="health" data-verdict="\(verdict)" data-phase="\(status.phase.rawValue)" aria-labelledby="health">
            <h2 id="health">\(words.verdict(verdict))</h2>
            \(list)\(reasons.isEmpty && !gates.isEmpty ? "<ul class=\"reasons\">\(gates)</ul>" : .none)
            <p class="counts">\(counts(status.jobs))</p>
            \(operatorForms(status.phase))
            </section>
            """
    }

    private func since(_ reason: HealthReason) -> HTML {
        reason.since.html { " (\(context.words.since) \(context.moment($0)))" }
    }

    private func counts(_ jobs: [String: Int]) -> HTML {
        let parts = JobState.words.filter { (jobs[$0] ?? 0) > 0 }.map { state -> HTML in
            """
            <a class="count" href="\(context.link("jobs", [QueryString.Item("state", state)]))" data-state="\(state)">\
            <span class="state">\(context.words.state(state))</span> <b>\(jobs[state] ?? 0)</b></a>
            """
        }
        return HTML(parts)
    }

    private func operatorForms(_ phase: Status.Phase) -> HTML {
        guard context.role >= .operate else { return .none }
        let act = phase == .paused ? "resume" : "pause"
        return """
            <form class="service" method="post" action="\(context.link("service/" + act))">\(context.backField)<button>\(context.words.act(act))</button></form>
            """
    }
}
