internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer
internal import Words

/// The routes of jobs.
struct JobRoutes<Timer: Clock>: Sendable where Timer.Duration == Duration {
    let plane: ControlPlane
    let timeout: Timeout<Timer>

    var routes: [Route] {
        [
            Route(
                "GET", "/v1/jobs", .read, query: ["state", "folder", "backend", "tag", "since", "limit", "after"],
                repeatable: ["state", "tag"]
            ) { exchange throws(Rejection) in
                try await list(exchange)
            },
            Route(
                "POST", "/v1/jobs", .submit,
                query: JobSubmission.metadataNames + FieldTable.request(backends: []).queryNames
                    + FieldTable.art.queryNames,
                body: .pictureOrRequest
            ) { exchange throws(Rejection) in
                try await submit(exchange)
            },
            Route("GET", "/v1/jobs/{id}", .read) { exchange throws(Rejection) in
                try await respond(exchange) { id throws(ControlFailure) in try await plane.jobs.job(id) }
            },
            Route("GET", "/v1/artworks/{id}/picture", .read, types: [MediaType.anyPicture]) {
                exchange throws(Rejection) in
                try await picture(exchange)
            },
            Route("GET", "/v1/artworks/{id}/thumbnail", .read, types: [MediaType.type(of: .jpeg), MediaType.png]) {
                exchange throws(Rejection) in
                try await thumbnail(exchange)
            },
            Route("DELETE", "/v1/jobs/{id}", .submit) { exchange throws(Rejection) in
                try await respond(exchange) { id throws(ControlFailure) in try await plane.actions.cancel(id) }
            },
            Route("POST", "/v1/jobs/{id}/cancel", .submit) { exchange throws(Rejection) in
                try await respond(exchange) { id throws(ControlFailure) in try await plane.actions.cancel(id) }
            },
            Route("POST", "/v1/jobs/{id}/retry", .submit, body: .request) { exchange throws(Rejection) in
                let request =
                    try exchange.body.isEmpty
                    ? RetryRequest() : exchange.json(BulkFields.retry, into: RetryRequest())
                return try await respond(exchange) { id throws(ControlFailure) in
                    try await plane.actions.retry(id, mayPayTwice: request.mayPayTwice ?? false)
                }
            },
            Route("POST", "/v1/jobs/{id}/approve", .operate) { exchange throws(Rejection) in
                try await respond(exchange) { id throws(ControlFailure) in try await plane.actions.approve(id) }
            },
            Route("POST", "/v1/jobs/{id}/redeliver", .submit) { exchange throws(Rejection) in
                try await respond(exchange) { id throws(ControlFailure) in try await plane.actions.redeliver(id) }
            },
            Route("POST", "/v1/jobs/{id}/acknowledge", .submit) { exchange throws(Rejection) in
                try await respond(exchange) { id throws(ControlFailure) in try await plane.actions.acknowledge(id) }
            },
            Route("GET", "/v1/failures", .read, query: ["limit", "after"]) { exchange throws(Rejection) in
                try await list(exchange, isUnread: true)
            },
            Route("POST", "/v1/failures/acknowledge", .submit) { _ throws(Rejection) in
                do throws(ControlFailure) {
                    return .json(AcknowledgeAnswer(acknowledged: try await plane.actions.acknowledgeAll()))
                } catch { throw .failed(error) }
            },
            Route("POST", "/v1/jobs/{id}/forget", .operate) { exchange throws(Rejection) in
                try await forget(exchange)
            },
        ] + RenderFormat.all.map(artRoute)
    }

    private func artRoute(_ format: RenderFormat) -> Route {
        Route(
            "GET", "/v1/artworks/{id}/text." + format.word, .read,
            query: [ArtworkPath.autoCharset] + FieldTable.art.queryNames, types: [format.type]
        ) { exchange throws(Rejection) in
            try await art(exchange, format)
        }
    }

    /// Finds the job, applies `act` and responds with the job's details.
    private func respond(
        _ exchange: Exchange, _ act: (JobID) async throws(ControlFailure) -> JobTimeline
    ) async throws(Rejection) -> ServerResponse {
        let id = try await job(named: exchange.id)
        do throws(ControlFailure) { return .json(JobDetail(try await act(id), exchange.wording)) } catch {
            throw .failed(error)
        }
    }

    /// Resolves an identifier or a part of one.
    private func job(named text: String) async throws(Rejection) -> JobID {
        guard let part = JobIDFragment(text: text) else { throw .failed(.noSuchJob(text)) }
        do throws(ControlFailure) { return try await plane.jobs.find(part) } catch { throw .failed(error) }
    }

    private func forget(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        let id = try await job(named: exchange.id)
        do throws(ControlFailure) { return .json(try await plane.actions.forget(id)) } catch { throw .failed(error) }
    }

    private func art(_ exchange: Exchange, _ format: RenderFormat) async throws(Rejection) -> ServerResponse {
        var request = ArtRequest(format.output)
        request.options = try FieldTree.art(exchange.query.filter { $0.name != ArtworkPath.autoCharset })
        request.charset = try exchange.query.text(ArtworkPath.autoCharset).map { text throws(Rejection) in
            guard let charset = Charset(rawValue: text), charset != .auto else {
                let choices = Charset.allCases.filter { $0 != .auto }.map(\.rawValue)
                throw Parameters.notOneOf(choices, ArtworkPath.autoCharset, text)
            }
            return charset
        }
        let id = try await job(named: exchange.id)
        do throws(ControlFailure) {
            return .bytes(try await plane.art.art(of: id, request), type: format.type)
        } catch { throw .failed(error) }
    }

    private func picture(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        let id = try await job(named: exchange.id)
        do throws(ControlFailure) {
            let picture = try await plane.art.picture(of: id)
            return .bytes(picture.bytes, type: picture.format.map(MediaType.type) ?? MediaType.octets)
        } catch { throw .failed(error) }
    }

    private func thumbnail(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        let id = try await job(named: exchange.id)
        do throws(ControlFailure) {
            let bytes = try await plane.art.thumbnail(of: id)
            return .bytes(bytes, type: PictureFormat(magic: bytes).map(MediaType.type) ?? MediaType.octets)
        } catch { throw .failed(error) }
    }

    private func list(_ exchange: Exchange, isUnread: Bool = false) async throws(Rejection) -> ServerResponse {
        var query = try JobQuery(exchange.query)
        query.isUnread = isUnread
        if let text = exchange.query.text("after") {
            // A deleted job still marks a position in the list.
            if let whole = JobID(text: text) { query.after = whole } else { query.after = try await job(named: text) }
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
        var timeline: JobTimeline
        do throws(ControlFailure) { timeline = try await plane.submissions.submit(order) } catch {
            throw .failed(error)
        }
        if let wait { timeline = await settled(timeline, within: wait) }
        var response = ServerResponse.json(JobDetail(timeline, exchange.wording), status: 201)
        response.headers.append(ServerHeader("Location", "/v1/jobs/" + timeline.job.id.text))
        if let wait {
            response.headers.append(ServerHeader("Preference-Applied", "wait=\(wait.components.seconds)"))
        }
        return response
    }

    /// Waits until the job and the others of its request settle or the time is over. They are accepted either way.
    private func settled(_ timeline: JobTimeline, within time: Duration) async -> JobTimeline {
        let others = timeline.samples.map(\.id).filter { $0 != timeline.job.id }
        let settled = await timeout.wait(time) { [plane] () -> JobTimeline? in
            for id in others { _ = try? await plane.jobs.rest(of: id) }
            return try? await plane.jobs.rest(of: timeline.job.id)
        }
        return settled.flatMap(\.self) ?? timeline
    }
}

extension JobQuery {
    /// Parses a query. `state` may be repeated or hold a comma-separated list. `after` and `since` are resolved by
    /// the caller.
    init(_ query: [QueryString.Item]) throws(Rejection) {
        self.init()
        for word in query.all("state").flatMap({ $0.split(separator: ",").map(String.init) }) {
            guard JobState.words.contains(word) else { throw Parameters.notOneOf(JobState.words, "state", word) }
            states.append(word)
        }
        folder = query.text("folder")
        backend = query.text("backend")
        tags = query.all("tag")
        if let number = try Parameters.limit(query) { limit = number }
    }
}

extension JobSummary {
    init(_ entry: JobEntry, _ wording: Wording) {
        let (job, name) = (entry.job, entry.job.name.shown)
        let reason = wording.reason(job.state, about: name)
        self.init(
            entry,
            (
                reason.code ?? job.missingArt?.code ?? job.duplicateOf.map { _ in ErrorCode.jobDuplicate.rawValue },
                reason.detail ?? job.missingArt.map { wording.sentence($0, about: name) }
                    ?? job.duplicateOf.map { wording.duplicate(name, of: $0) }
            ))
    }
}

extension JobDetail {
    init(_ timeline: JobTimeline, _ wording: Wording) {
        self.init(timeline, JobSummary(timeline.entry, wording)) {
            wording.reason($0, about: $1.shown)
        }
    }
}

extension Wording {
    fileprivate func reason(_ state: JobState, about name: String) -> JobSummary.Reason {
        let sentence = sentence(state, about: name)
        guard let sentence, case .waiting(let next, .unfetched(let fetch)) = state else {
            return (state.code, sentence)
        }
        let detail = fetchedAgain(sentence, at: WireTime(next).seconds, until: WireTime(fetch.until).seconds)
        return (state.code, detail)
    }
}

extension WireTime {
    /// Without fractional seconds.
    fileprivate var seconds: String { text.prefix { $0 != "." } + "Z" }
}
