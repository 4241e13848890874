internal import ControlAPI
internal import Domain
internal import Words

/// What forms do without script: each becomes a request to the control API, then leads to a page.
struct FormActions {
    enum Outcome {
        case redirect(String)
        case page(Page, status: Int)
    }

    let context: PageContext
    let control: ControlCaller
    let form: FormBody

    func run(_ segments: [String]) async throws(Problem) -> Outcome {
        switch (segments.first, segments.count) {
        case ("jobs", 3) where segments[2] == "act": try await decide(segments[1])
        case ("failures", 2) where segments[1] == "acknowledge": try await acknowledgeAll()
        case ("library", 2) where segments[1] == "change": try await change()
        case ("library", 2) where segments[1] == "undo": try await undo()
        case ("service", 2): try await operate(segments[1])
        case ("new", 1): try await create()
        case ("settings", 2) where segments[1] == "check": try await check()
        default: throw Problem(status: 404, code: "no_such_path", detail: context.words.noSuchPage)
        }
    }

    private var back: String { form.text("back").flatMap(context.place.local) ?? context.link("") }

    /// The page that sent the form, with what came of it.
    private func back(_ items: [QueryString.Item]) -> Outcome {
        .redirect(back + (back.contains("?") ? "&" : "?") + QueryString.encode(items))
    }

    private func decide(_ job: String) async throws(Problem) -> Outcome {
        let path = "/v1/jobs/" + PercentEncoding.encoded(job)
        switch form.text("act") {
        case "retry":
            let detail: JobDetail = try await control.get(path)
            // A second payment is asked for on the job's own page.
            if detail.summary.state == "unknown" {
                return .redirect(context.link("jobs/" + PercentEncoding.encoded(job) + "/retry"))
            }
            _ = try await control.post(path + "/retry", as: JobDetail.self)
        case "retry-paying":
            _ = try await control.post(
                path + "/retry", [], .object(["may_pay_twice": .flag(true)]), as: JobDetail.self)
        case let act?:
            guard JobRow.Act(rawValue: act) != nil else { throw unknownAct }
            _ = try await control.post(path + "/" + act, as: JobDetail.self)
        case nil: throw unknownAct
        }
        return .redirect(back)
    }

    private var unknownAct: Problem { Problem(status: 400, code: "malformed_form", detail: context.words.malformed) }

    private func acknowledgeAll() async throws(Problem) -> Outcome {
        _ = try await control.post("/v1/failures/acknowledge", as: AcknowledgeAnswer.self)
        return .redirect(back)
    }

    private func change() async throws(Problem) -> Outcome {
        let ids = form.all("id").filter { !$0.isEmpty }
        guard !ids.isEmpty else { throw Problem(status: 422, code: "missing", detail: context.words.nothingChosen) }
        var change: [String: JSONValue] = ["ids": .list(ids.map { .text($0) })]
        switch form.text("act") {
        case "favourite": change["favourite"] = .flag(true)
        case "unfavourite": change["favourite"] = .flag(false)
        case "trash": change["trashed"] = .flag(true)
        case "restore": change["trashed"] = .flag(false)
        case let act? where act == "tag" || act == "untag":
            guard let tag = form.text("tag") else {
                throw Problem(status: 422, code: "missing", detail: context.words.noTagGiven)
            }
            change[act == "tag" ? "add_tags" : "remove_tags"] = .list([.text(tag)])
        default: throw unknownAct
        }
        let answer: ArtworkChangeAnswer = try await control.post("/v1/artworks/change", [], .object(change))
        var items = [QueryString.Item("done", "\(answer.changed)")]
        if let undo = answer.undo { items.append(QueryString.Item("undo", undo)) }
        return back(items)
    }

    private func undo() async throws(Problem) -> Outcome {
        let body = form.text("token").map { JSONValue.object(["token": .text($0)]) }
        let answer: UndoAnswer = try await control.post("/v1/artworks/undo", [], body)
        return back([QueryString.Item("restored", "\(answer.restored)")])
    }

    private func operate(_ act: String) async throws(Problem) -> Outcome {
        guard ["pause", "resume", "scan", "reload"].contains(act) else { throw unknownAct }
        _ = try await control.post("/v1/" + act, as: Acknowledgement.self)
        return .redirect(back)
    }

    private func create() async throws(Problem) -> Outcome {
        let job: JobDetail
        do throws(Problem) { job = try await submitted() } catch {
            let page = NewPage(context: context, control: control, typed: form.items, problem: error)
            return .page(try await page.page(), status: error.status)
        }
        return .redirect(context.link("jobs/" + PercentEncoding.encoded(job.summary.id)))
    }

    /// Fields left empty have the folder's values. A long prompt would not fit into the query.
    private func submitted() async throws(Problem) -> JobDetail {
        var query = form.items.filter { !($0.value ?? "").isEmpty && !["prompt", "back"].contains($0.name) }
        if let picture = form.picture {
            if let prompt = form.text("prompt") { query.append(QueryString.Item("prompt", prompt)) }
            return try await control.post("/v1/jobs", query, picture: picture)
        }
        guard let prompt = form.text("prompt") else {
            throw Problem(status: 422, code: "missing", detail: context.words.noPrompt)
        }
        return try await control.post("/v1/jobs", query, .object(["prompt": .text(prompt)]))
    }

    private func check() async throws(Problem) -> Outcome {
        let lines = form.text("lines") ?? ""
        var problem: Problem?
        do throws(Problem) {
            _ = try await control.post(
                "/v1/settings/check", [], .object(["lines": .text(lines)]), as: SettingsReport.self)
        } catch {
            guard error.status == 422 || error.status == 400 else { throw error }
            problem = error
        }
        let page = SettingsPage(context: context, control: control, checked: (lines, problem))
        return .page(try await page.page(), status: problem?.status ?? 200)
    }
}

/// What the last form did, and its way back.
struct Notice {
    let context: PageContext

    var html: HTML {
        let words = context.words
        if let restored = context.visit.query.text("restored").flatMap({ Int($0) }) {
            return "<p class=\"notice\" role=\"status\">\(words.restored(restored))</p>"
        }
        guard let count = context.visit.query.text("done").flatMap({ Int($0) }) else { return .none }
        let undo = context.visit.query.text("undo").html { token -> HTML in
            """
            <form method="post" action="\(context.link("library/undo"))"><input type="hidden" name="token" value="\(token)">\
            \(context.backField)<button>\(words.undo)</button></form>
            """
        }
        return "<div class=\"notice\" role=\"status\"><span>\(words.changed(count))</span> \(undo)</div>"
    }
}
