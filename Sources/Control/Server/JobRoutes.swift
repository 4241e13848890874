internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer
internal import Words

/// The routes of jobs.
struct JobRoutes<Timer: Clock>: Sendable where Timer.Duration == Duration {
    let plane: ControlPlane
    let patience: Timeout<Timer>

    var routes: [Route] {
        [
            Route(
                "GET", "/v1/jobs", .read, query: ["state", "folder", "backend", "since", "limit", "after"],
                repeatable: ["state"]
            ) { exchange throws(Rejection) in
                try await list(exchange)
            },
            Route(
                "POST", "/v1/jobs", .submit,
                query: JobSubmission.about + FieldTable.request(backends: []).queryNames + FieldTable.art.queryNames,
                body: .pictureOrRequest
            ) { exchange throws(Rejection) in
                try await submit(exchange)
            },
            Route("GET", "/v1/jobs/{id}", .read) { exchange throws(Rejection) in
                try await told(exchange) { id throws(ControlFailure) in try await plane.jobs.job(id) }
            },
            Route(
                "GET", "/v1/artworks/{id}/text", .read, query: ["format"], types: RenderFormat.types
            ) { exchange throws(Rejection) in
                try await art(exchange)
            },
            Route("DELETE", "/v1/jobs/{id}", .submit) { exchange throws(Rejection) in
                try await told(exchange) { id throws(ControlFailure) in try await plane.actions.cancel(id) }
            },
            Route("POST", "/v1/jobs/{id}/retry", .submit, body: .request) { exchange throws(Rejection) in
                let mayPayTwice = try Self.leave(exchange)
                return try await told(exchange) { id throws(ControlFailure) in
                    try await plane.actions.retry(id, mayPayTwice: mayPayTwice)
                }
            },
            Route("POST", "/v1/jobs/{id}/approve", .operate) { exchange throws(Rejection) in
                try await told(exchange) { id throws(ControlFailure) in try await plane.actions.approve(id) }
            },
            Route("POST", "/v1/jobs/{id}/forget", .operate) { exchange throws(Rejection) in
                try await forget(exchange)
            },
        ]
    }

    /// Finds the job, applies `act` and responds with the job's details.
    private func told(
        _ exchange: Exchange, _ act: (JobID) async throws(ControlFailure) -> JobTimeline
    ) async throws(Rejection) -> ServerResponse {
        let id = try await found(exchange.id)
        do throws(ControlFailure) { return .json(JobDetail(try await act(id), exchange.wording)) } catch {
            throw .failed(error)
        }
    }

    /// Resolves an identifier or a part of one.
    private func found(_ text: String) async throws(Rejection) -> JobID {
        guard let part = JobIDFragment(text: text) else { throw .failed(.noSuchJob(text)) }
        do throws(ControlFailure) { return try await plane.jobs.find(part) } catch { throw .failed(error) }
    }

    private func forget(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        let id = try await found(exchange.id)
        do throws(ControlFailure) { return .json(try await plane.actions.forget(id)) } catch { throw .failed(error) }
    }

    private func art(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        let format = try RenderFormat(exchange.query.text("format"))
        guard ContentNegotiation.leaves([Exchange.bare(format.type)], of: exchange.head["Accept"]) else {
            throw .refused(.notAcceptable(offered: [Exchange.bare(format.type)]))
        }
        let id = try await found(exchange.id)
        do throws(ControlFailure) {
            return .bytes(try await plane.art.art(of: id, as: format.output), type: format.type)
        } catch { throw .failed(error) }
    }

    private func list(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        var query = try JobQuery(exchange.query)
        if let text = exchange.query.text("after") {
            // A deleted job still marks a position in the list.
            if let whole = JobID(text: text) { query.after = whole } else { query.after = try await found(text) }
        }
        let since = try exchange.query.text("since").map(Parameters.since)
        let page: JobPage
        do throws(ControlFailure) { page = try await plane.jobs.jobs(query, since: since) } catch {
            throw .failed(error)
        }
        let next = page.hasMore ? page.jobs.last?.job.id.text : nil
        return .json(JobList(jobs: page.jobs.map { JobSummary($0, exchange.wording) }, next: next))
    }

    private func submit(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        let wait = try Preference.wait(exchange.head["Prefer"])
        let order = try JobSubmission(exchange)
        var story: JobTimeline
        do throws(ControlFailure) { story = try await plane.submissions.submit(order) } catch { throw .failed(error) }
        if let wait { story = await rest(of: story, wait) }
        var response = ServerResponse.json(JobDetail(story, exchange.wording), status: 201)
        response.headers.append(ServerHeader("Location", "/v1/jobs/" + story.job.id.text))
        if let wait {
            response.headers.append(ServerHeader("Preference-Applied", "wait=\(wait.components.seconds)"))
        }
        return response
    }

    /// Waits until the job settles or the time is over. The job is accepted either way.
    private func rest(of story: JobTimeline, _ time: Duration) async -> JobTimeline {
        let plane = self.plane
        let rested = await patience.wait(time) { () -> JobTimeline? in
            do throws(ControlFailure) { return try await plane.jobs.rest(of: story.job.id) } catch { return nil }
        }
        return rested.flatMap(\.self) ?? story
    }

    private static func leave(_ exchange: Exchange) throws(Rejection) -> Bool {
        guard !exchange.body.isEmpty else { return false }
        let tree = try exchange.json()
        guard let entries = tree.entries else {
            throw Parameters.wrong("", .wrongType(wanted: "table", got: tree.typeName))
        }
        for entry in entries where entry.name != "may_pay_twice" {
            throw Parameters.wrong(
                entry.name, .unknown(nearest: NearestName.of(entry.name, among: ["may_pay_twice"])))
        }
        guard let entry = tree["may_pay_twice"] else { return false }
        guard case .flag(let leave) = entry.value.content else {
            throw Parameters.wrong(entry.name, .wrongType(wanted: "flag", got: entry.value.typeName))
        }
        return leave
    }
}

extension JobQuery {
    /// Parses a query. `state` may be repeated or hold a comma-separated list. `after` and `since` are resolved by
    /// the caller.
    init(_ query: [QueryString.Item]) throws(Rejection) {
        self.init()
        for word in query.all("state").flatMap({ $0.split(separator: ",").map(String.init) }) {
            guard JobState.words.contains(word) else {
                throw Parameters.wrong(
                    "state",
                    .notOneOf(got: word, choices: JobState.words, nearest: NearestName.of(word, among: JobState.words)))
            }
            states.append(word)
        }
        folder = query.text("folder")
        backend = query.text("backend")
        if let text = query.text("limit") { limit = try Self.limit(text) }
    }

    private static func limit(_ text: String) throws(Rejection) -> Int {
        guard let limit = Int(digits: text) else {
            throw Parameters.wrong("limit", .malformed(got: text, example: "50"))
        }
        guard (1...1000).contains(limit) else {
            throw Parameters.wrong("limit", .outOfRange(got: text, range: "1–1000"))
        }
        return limit
    }
}

extension JobSummary {
    init(_ entry: JobEntry, _ wording: Wording) {
        let job = entry.job
        let step = JobDetail.Step(job.state, at: entry.changed, name: job.name.shown, wording)
        self.init(
            id: job.id.text, state: job.state.word, folder: job.folder, name: job.name.shown,
            created: WireTime(job.created), changed: WireTime(entry.changed),
            attempts: job.attempts, prompt: job.request.prompt,
            backend: job.request.source.task == nil ? nil : job.request.generation.backend,
            code: step.code ?? job.missingArt?.code,
            detail: step.detail ?? job.missingArt.map { wording.sentence($0, about: job.name.shown) },
            until: job.state.until, tags: job.request.tags,
            reference: job.reference)
    }
}

extension JobDetail {
    init(_ story: JobTimeline, _ wording: Wording) {
        let job = story.job
        self.init(
            summary: JobSummary(story.entry, wording), request: job.request.written,
            origins: job.request.origins.mapValues { $0.map(\.rawValue) }, outbox: job.outbox.shown,
            outputs: job.outputs.map { Output(kind: $0.kind.rawValue, name: $0.name.shown) },
            picture: job.picture.map { Picture(digest: $0.digest.hex, format: $0.format.rawValue) },
            cost: story.cost.sums.map(\.text), lostCalls: story.cost.lostCalls,
            history: story.steps.map { Step($0.state, at: $0.at, name: job.name.shown, wording) })
    }
}

extension JobDetail.Step {
    init(_ state: JobState, at utc: UTCMillis, name: String, _ wording: Wording) {
        self.init(
            state: state.word, at: WireTime(utc), code: state.code,
            detail: wording.detail(state, about: name))
    }
}

extension Wording {
    fileprivate func detail(_ state: JobState, about name: String) -> String? {
        let sentence = sentence(state, about: name)
        guard let sentence, case .waiting(let next, .unfetched(let fetch)) = state else { return sentence }
        return fetchedAgain(
            sentence, at: WireTime(next).seconds, until: WireTime(fetch.until).seconds)
    }
}

extension WireTime {
    /// Without fractional seconds.
    fileprivate var seconds: String { text.prefix { $0 != "." } + "Z" }
}

extension JobState {
    fileprivate var until: WireTime? {
        switch self {
        case .waiting(let until, _), .held(.budget(_, let until)): WireTime(until)
        default: nil
        }
    }
}

extension Request {
    /// Every non-empty field in its textual form; art options as `art.NAME`.
    fileprivate var written: [String: String] {
        var written: [String: String] = [:]
        for field in FieldTable.request(backends: []).fields where field.type != .table {
            written[field.name] = field.text(of: self)
        }
        for field in FieldTable.art.fields { written["art." + field.name] = field.text(of: art) }
        return written.filter { !$0.value.isEmpty }
    }
}
