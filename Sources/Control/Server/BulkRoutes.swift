internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer
internal import Words

/// The same for many jobs at once, by a filter.
struct BulkRoutes: Sendable {
    let plane: any ControlPlane

    var routes: [Route] {
        [
            route("retry", .submit, "Queue many jobs again; those that failed when no state is named") { request in
                .retry(mayPayTwice: request.mayPayTwice ?? false)
            },
            route("cancel", .submit, "Cancel many jobs; those that have not ended when no state is named") { _ in
                .cancel
            },
            route("approve", .operate, "Have many held jobs paid for, whatever the caps say") { _ in .approve },
        ]
    }

    private func route(
        _ word: String, _ role: Role, _ summary: String, _ act: @escaping @Sendable (BulkRequest) -> BulkAct
    ) -> Route {
        let contract = RouteContract(
            summary: summary, body: .request("BulkRequest"),
            answer: .json(BulkAnswer.self, "What was done, or would be on a dry run"), problems: [415])
        return Route("POST", "/v1/jobs/" + word, role, contract) { exchange throws(Rejection) in
            let request = try BulkFields.read(exchange)
            let outcome: BulkOutcome
            let filter = try request.filter()
            do throws(ControlFailure) {
                outcome = try await plane.all(act(request), filter)
            } catch { throw .failed(error) }
            return .json(BulkAnswer(outcome, isDryRun: request.isDryRun ?? false, exchange.wording))
        }
    }
}

extension BulkRequest {
    fileprivate func filter() throws(Rejection) -> BulkFilter {
        BulkFilter(
            states: state ?? [], cause: cause, folder: folder, backend: backend,
            since: try since.map(Parameters.since), isDryRun: isDryRun ?? false)
    }
}

extension BulkAnswer {
    fileprivate init(_ outcome: BulkOutcome, isDryRun: Bool, _ wording: Wording) {
        let refused = outcome.refused.prefix(100).map { refused in
            Refused(id: refused.job.text, code: refused.failure.code, detail: wording.sentence(refused.failure))
        }
        self.init(
            isDryRun: isDryRun, matched: outcome.done.count + outcome.refused.count,
            done: outcome.done.prefix(1000).map(\.text), refused: refused)
    }
}
