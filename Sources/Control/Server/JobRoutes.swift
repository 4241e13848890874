internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer

/// What concerns jobs.
struct JobRoutes<Timer: Clock>: Sendable where Timer.Duration == Duration {
    let plane: any ControlPlane
    let patience: Patience<Timer>

    var routes: [Route] {
        [
            Route("GET", "/v1/jobs", .read, JobContracts.list) { exchange throws(Rejection) in
                try await list(exchange)
            },
            Route("POST", "/v1/jobs", .submit, JobContracts.submit) { exchange throws(Rejection) in
                try await submit(exchange)
            },
            Route("GET", "/v1/jobs/{id}", .read, JobContracts.job) { exchange throws(Rejection) in
                try await told(exchange) { id throws(ControlFailure) in try await plane.job(id) }
            },
            Route("GET", "/v1/artworks/{id}/text", .read, JobContracts.art) { exchange throws(Rejection) in
                try await art(exchange)
            },
            Route("DELETE", "/v1/jobs/{id}", .submit, JobContracts.cancel) { exchange throws(Rejection) in
                try await told(exchange) { id throws(ControlFailure) in try await plane.cancel(id) }
            },
            Route("POST", "/v1/jobs/{id}/retry", .submit, JobContracts.retry) { exchange throws(Rejection) in
                let mayPayTwice = try Self.leave(exchange)
                return try await told(exchange) { id throws(ControlFailure) in
                    try await plane.retry(id, mayPayTwice: mayPayTwice)
                }
            },
            Route("POST", "/v1/jobs/{id}/approve", .operate, JobContracts.approve) { exchange throws(Rejection) in
                try await told(exchange) { id throws(ControlFailure) in try await plane.approve(id) }
            },
            Route("POST", "/v1/jobs/{id}/forget", .operate, JobContracts.forget) { exchange throws(Rejection) in
                try await forget(exchange)
            },
        ]
    }

    /// Finds the job, does something about it, and tells its story.
    private func told(
        _ exchange: Exchange, _ act: (JobID) async throws(ControlFailure) -> JobStory
    ) async throws(Rejection) -> ServerResponse {
        let id = try await found(exchange.id)
        do throws(ControlFailure) { return .json(JobDetail(try await act(id), exchange.wording)) } catch {
            throw .failed(error)
        }
    }

    /// The job that is meant by an identifier, or by a part of one.
    private func found(_ text: String) async throws(Rejection) -> JobID {
        guard let part = JobPart(text: text) else { throw .failed(.noSuchJob(text)) }
        do throws(ControlFailure) { return try await plane.find(part) } catch { throw .failed(error) }
    }

    private func forget(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        let id = try await found(exchange.id)
        do throws(ControlFailure) { return .json(try await plane.forget(id)) } catch { throw .failed(error) }
    }

    private func art(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        let format = try RenderFormat(exchange.query.text("format"))
        guard Acceptance.leaves([Exchange.bare(format.type)], of: exchange.head["Accept"]) else {
            throw .refused(.notAcceptable(offered: [Exchange.bare(format.type)]))
        }
        let id = try await found(exchange.id)
        do throws(ControlFailure) {
            return .bytes(try await plane.art(of: id, as: format.output), type: format.type)
        } catch { throw .failed(error) }
    }

    private func list(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        var query = try JobQuery(exchange.query)
        if let text = exchange.query.text("after") {
            // One that is no more is still a place in the list.
            if let whole = JobID(text: text) { query.after = whole } else { query.after = try await found(text) }
        }
        let since = try exchange.query.text("since").map(Parameters.since)
        let page: JobPage
        do throws(ControlFailure) { page = try await plane.jobs(query, since: since) } catch { throw .failed(error) }
        let next = page.hasMore ? page.jobs.last?.job.id.text : nil
        return .json(JobList(jobs: page.jobs.map { JobSummary($0, exchange.wording) }, next: next))
    }

    private func submit(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        let wait = try Preference.wait(exchange.head["Prefer"])
        let order = try JobOrder(exchange)
        var story: JobStory
        do throws(ControlFailure) { story = try await plane.submit(order) } catch { throw .failed(error) }
        if let wait { story = await rest(of: story, wait) }
        var response = ServerResponse.json(JobDetail(story, exchange.wording), status: 201)
        response.headers.append(ServerHeader("Location", "/v1/jobs/" + story.job.id.text))
        if let wait {
            response.headers.append(ServerHeader("Preference-Applied", "wait=\(wait.components.seconds)"))
        }
        return response
    }

    /// The job when it has come to rest, or as it stands when the time is over. It was accepted, whatever comes now.
    private func rest(of story: JobStory, _ time: Duration) async -> JobStory {
        let plane = self.plane
        let rested = await patience.wait(time) { () -> JobStory? in
            do throws(ControlFailure) { return try await plane.rest(of: story.job.id) } catch { return nil }
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
