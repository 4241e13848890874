internal import ControlAPI
internal import Domain
internal import Words

/// The queue and running jobs, those that need a person, and those that have ended. A filter shows one list.
struct JobsPage {
    let context: PageContext
    let control: ControlCaller

    private static let filters = ["state", "folder", "backend", "tag"]

    func page() async throws(Problem) -> Page {
        let words = context.words
        let row = JobRow(context: context)
        let isFiltered = context.visit.query.contains {
            (Self.filters + ["after"]).contains($0.name) && !($0.value ?? "").isEmpty
        }
        let body: HTML = """
            <h1>\(words.title("jobs"))</h1>
            \(filter)
            \(isFiltered ? try await filtered(row) : try await sections(row))
            """
        return Page(name: .jobs, title: words.title("jobs"), body: body, templates: row.template)
    }

    private func sections(_ row: JobRow) async throws(Problem) -> HTML {
        let words = context.words
        let lists = JobLists(control: control)
        let attention = try await lists.attention(limit: 100)
        let open = try await lists.open(limit: 100)
        let ended: JobList = try await control.get(
            "/v1/jobs",
            ["done", "cancelled", "failed"].map { QueryString.Item("state", $0) } + [QueryString.Item("limit", "20")])
        let all = context.link("jobs", [QueryString.Item("state", "done")])
        let unread = Set(attention.map(\.id))
        return """
            <section aria-labelledby="attention"\("hidden", if: attention.isEmpty)><h2 id="attention">\(words.needsYou)</h2>
            \(row.list(attention, "attention", label: words.needsYou))</section>
            <section aria-labelledby="open"><h2 id="open">\(words.running)</h2>
            <p class="empty"\("hidden", if: !open.isEmpty) data-empty="open">\(words.nothingRuns)</p>
            \(row.list(open, "open", label: words.running))</section>
            <section aria-labelledby="ended"><h2 id="ended">\(words.ended)</h2>
            \(row.list(ended.jobs.filter { !unread.contains($0.id) }, "ended", label: words.ended))
            \(ended.next == nil ? .none : "<p class=\"pager\"><a href=\"\(all)\">\(words.older)</a></p>")</section>
            """
    }

    private func filtered(_ row: JobRow) async throws(Problem) -> HTML {
        let words = context.words
        let wanted = context.visit.query.filter {
            (Self.filters + ["after"]).contains($0.name) && !($0.value ?? "").isEmpty
        }
        let list: JobList = try await control.get("/v1/jobs", wanted + [QueryString.Item("limit", "50")])
        let next = list.next.map { context.link(replacing: ["after": $0]) }
        return """
            <section aria-labelledby="found"><h2 id="found">\(words.found)</h2>
            \(list.jobs.isEmpty ? "<p class=\"empty\">\(words.nothingFound)</p>" : .none)
            \(row.list(list.jobs, "found", label: words.found))
            \(next.html { "<p class=\"pager\"><a rel=\"next\" href=\"\($0)\">\(words.older)</a></p>" })</section>
            """
    }

    private var filter: HTML {
        let words = context.words
        let states = [("", words.all)] + JobState.words.map { ($0, words.state($0)) }
        let chosen = context.visit.query.text("state") ?? ""
        let options = states.map { value, label -> HTML in
            "<option value=\"\(value)\"\("selected", if: value == chosen)>\(label)</option>"
        }
        let texts = ["folder", "backend", "tag"].map { name -> HTML in
            "<label>\(words.field(name)) <input name=\"\(name)\" value=\"\(context.visit.query.text(name) ?? "")\"></label>"
        }
        return """
            <form class="filter" method="get" action="\(context.link("jobs"))">
            <label>\(words.field("state")) <select name="state">\(options)</select></label>
            \(texts)
            <button>\(words.filter)</button>
            </form>
            """
    }
}

/// One job with its history.
struct JobPage {
    let context: PageContext
    let control: ControlCaller
    let id: String

    func page() async throws(Problem) -> Page {
        let job: JobDetail = try await control.get("/v1/jobs/" + PercentEncoding.encoded(id))
        let words = context.words
        let row = JobRow(context: context)
        let summary = job.summary
        let art = context.link("artworks/" + PercentEncoding.encoded(summary.id))
        let body: HTML = """
            <h1 dir="auto">\(summary.title.shortened(to: 300))</h1>
            \(row.list([summary], "job", label: words.title("job")))
            \(summary.state == "unknown" ? payTwice(summary) : .none)
            \(summary.state == "done" ? "<p><a href=\"\(art)\">\(words.showArtwork)</a></p>" : .none)
            \(facts(job))
            <h2>\(words.history)</h2>
            <ol class="history">\(job.history.map(step))</ol>
            """
        return Page(name: .job, title: summary.title.shortened(to: 60), body: body, templates: row.template)
    }

    /// Nobody knows whether the picture was paid for, so that a second payment is asked for in words.
    private func payTwice(_ job: JobSummary) -> HTML {
        guard context.role >= .submit else { return .none }
        let words = context.words
        return """
            <form class="pay-twice" method="post" action="\(context.link("jobs/\(PercentEncoding.encoded(job.id))/act"))">
            <p id="pay-twice">\(words.mayPayTwice)</p>
            \(context.backField)
            <button name="act" value="retry-paying" aria-describedby="pay-twice">\(words.payTwice)</button>
            </form>
            """
    }

    private func facts(_ job: JobDetail) -> HTML {
        let words = context.words
        var facts: [(String, String)] = [(words.field("id"), job.summary.id), (words.field("outbox"), job.outbox)]
        if !job.cost.isEmpty { facts.append((words.field("cost"), job.cost.joined(separator: ", "))) }
        if !job.summary.tags.isEmpty { facts.append((words.field("tags"), job.summary.tags.joined(separator: ", "))) }
        if !job.outputs.isEmpty {
            facts.append((words.field("outputs"), job.outputs.map(\.name).joined(separator: ", ")))
        }
        return FactList(facts: facts).html
    }

    private func step(_ step: JobDetail.Step) -> HTML {
        """
        <li data-state="\(step.state)">\(context.moment(step.at)) <span class="state">\(context.words.state(step.state))</span>\
        \(step.detail.html { " <span class=\"job-detail\">\($0)</span>" })</li>
        """
    }
}

/// Names and values.
struct FactList {
    let facts: [(String, String)]

    var html: HTML {
        let rows = facts.map { name, value -> HTML in "<dt>\(name)</dt><dd dir=\"auto\">\(value)</dd>" }
        return "<dl class=\"facts\">\(rows)</dl>"
    }
}
