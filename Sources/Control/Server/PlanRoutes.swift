internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer

/// The routes of plans. Whoever may submit jobs may also change and cancel plans, as with jobs.
struct PlanRoutes: Sendable {
    let plans: any PlanSource

    var routes: [Route] {
        [
            Route("GET", "/v1/plans", .read) { _ throws(Rejection) in
                do throws(ControlFailure) {
                    return .json(PlanList(plans: try await plans.plans().map { PlanEntry($0) }))
                } catch { throw .failed(error) }
            },
            Route(
                "POST", "/v1/plans", .submit,
                query: JobSubmission.metadataNames + PlannedSubmission.names
                    + FieldTable.request(backends: []).queryNames + FieldTable.art.queryNames,
                body: .pictureOrRequest
            ) { exchange throws(Rejection) in
                try await add(exchange)
            },
            Route("GET", "/v1/plans/{id}", .read) { exchange throws(Rejection) in
                try await respond(exchange) { part throws(ControlFailure) in try await plans.plan(part) }
            },
            Route("PATCH", "/v1/plans/{id}", .submit, body: .request) { exchange throws(Rejection) in
                guard !exchange.body.isEmpty else { throw .refused(.noBody) }
                let edit = try exchange.json(PlanFields.table, into: PlanEdit())
                return try await respond(exchange) { part throws(ControlFailure) in
                    try await plans.change(part, edit)
                }
            },
            Route("DELETE", "/v1/plans/{id}", .submit) { exchange throws(Rejection) in
                try await respond(exchange) { part throws(ControlFailure) in try await plans.cancel(part) }
            },
        ]
    }

    private func respond(
        _ exchange: Exchange, _ act: (JobIDFragment) async throws(ControlFailure) -> Plan
    ) async throws(Rejection) -> ServerResponse {
        guard let part = JobIDFragment(text: exchange.id) else { throw .failed(.noSuchPlan(exchange.id)) }
        do throws(ControlFailure) { return .json(PlanEntry(try await act(part))) } catch { throw .failed(error) }
    }

    private func add(_ exchange: Exchange) async throws(Rejection) -> ServerResponse {
        let plan: Plan
        let submission = try PlannedSubmission(exchange)
        do throws(ControlFailure) { plan = try await plans.add(submission) } catch { throw .failed(error) }
        var response = ServerResponse.json(PlanEntry(plan), status: 201)
        response.headers.append(ServerHeader("Location", "/v1/plans/" + plan.id.text))
        return response
    }
}

/// A submission as it would be made now; the query says when it is made.
extension PlannedSubmission {
    static let names = ["at", "every", "catch_up"]

    init(_ exchange: Exchange) throws(Rejection) {
        let query = exchange.query
        self.init(
            try JobSubmission(exchange, others: Self.names), at: query.text("at"), every: query.text("every"))
        for (name, text) in [("at", at), ("every", every)] {
            guard let text else { continue }
            if let offset = ControlCharacter.offset(in: text) {
                throw Parameters.wrong(name, .controlCharacter(offset: offset))
            }
            if text.utf8.count > 255 {
                throw Parameters.wrong(name, .outOfRange(got: "\(text.utf8.count) bytes", range: "1–255 bytes"))
            }
        }
        guard let word = query.text("catch_up") else { return }
        guard let catchUp = PlanCatchUp(rawValue: word) else {
            throw Parameters.notOneOf(PlanCatchUp.allCases.map(\.rawValue), "catch_up", word)
        }
        self.catchUp = catchUp
    }
}

/// The fields of a change to a plan.
enum PlanFields {
    static let table = FieldTable<PlanEdit>([
        Field(
            "at", optional: \.at, .text,
            FieldHelp("When it is due, such as 07:00; an empty text removes it", "실행할 시각. 예: 07:00. 빈 텍스트는 지움")),
        Field(
            "every", optional: \.every, .text,
            FieldHelp("The interval, such as day; an empty text removes it", "반복 간격. 예: day. 빈 텍스트는 지움")),
        Field(
            "catch_up", optional: \.catchUp, .choice,
            FieldHelp("What happens to a missed moment", "놓친 때의 처리")),
        Field("paused", optional: \.isPaused, .flag, FieldHelp("Whether it makes no jobs", "작업을 만들지 않음")),
    ])
}
