internal import ControlAPI
internal import Domain
internal import PlatformHTTPServer
internal import Words

/// The routes that retry, cancel, approve or forget every job matching a filter.
struct BulkRoutes: Sendable {
    let plane: ControlPlane

    var routes: [Route] {
        [
            route("retry", .submit) { .retry(mayPayTwice: $0.mayPayTwice ?? false) },
            route("cancel", .submit) { _ in .cancel },
            route("approve", .operate) { _ in .approve },
            route("forget", .operate) { _ in .forget },
        ]
    }

    private func route(
        _ word: String, _ role: Role, _ act: @escaping @Sendable (BulkRequest) -> BulkAction
    ) -> Route {
        Route("POST", "/v1/jobs/" + word, role, body: .request) { exchange throws(Rejection) in
            let request = try BulkFields.read(exchange)
            let filter = try request.filter()
            do throws(ControlFailure) {
                let result = try await plane.actions.all(act(request), filter)
                return .json(
                    BulkAnswer(result, isDryRun: filter.isDryRun) { ($0.code, exchange.wording.sentence($0)) })
            } catch { throw .failed(error) }
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

/// The fields of requests that act on jobs, and their parsing.
enum BulkFields {
    static let table = FieldTable<BulkRequest>([
        Field(
            "state", optional: \.state, .list(of: .choice(of: JobState.words)),
            FieldHelp("Jobs in one of these states; defaults to those that the action applies to", "이 상태인 작업")),
        Field(
            "cause", optional: \.cause, cause,
            FieldHelp(
                "Jobs that wait, are held or failed for this reason: a code, or its last part, such as auth",
                "대기·보류·실패 원인의 코드 또는 그 끝부분")
        ),
        Field(
            "folder", optional: \.folder, .text,
            FieldHelp("The watch folder's name", "감시 폴더의 이름")),
        Field(
            "backend", optional: \.backend, .text,
            FieldHelp("The backend that generates their pictures", "그림을 생성하는 백엔드의 이름")),
        Field(
            "since", optional: \.since, since,
            FieldHelp(
                "Only jobs that entered their state at this time or later: \(Since.examples)",
                "이 시각 이후에 그 상태가 된 작업만(2h, 3d, today, yesterday, 날짜, RFC 3339)")
        ),
        Field(
            "dry_run", optional: \.isDryRun, .flag,
            FieldHelp("Only list the jobs, change nothing", "대상만 확인하고 실행하지 않음")),
        mayPayTwice(\.mayPayTwice),
    ])

    /// The field of a request that retries one job.
    static let retry = FieldTable<RetryRequest>([mayPayTwice(\.mayPayTwice)])

    private static func mayPayTwice<Target>(_ path: any WritableKeyPath<Target, Bool?> & Sendable) -> Field<Target> {
        Field(
            "may_pay_twice", optional: path, .flag,
            FieldHelp("Must be true to retry jobs whose picture may already have been made and paid for", "중복 결제 허용"))
    }

    /// A code that matches no known cause is treated as a typing error.
    private static let cause = FieldCodec<String>(
        .text, show: { $0 },
        text: { text throws(FieldFailure.Problem) in
            guard JobState.codes.contains(where: { BulkFilter(cause: text).matches(code: $0) }) else {
                throw .noCause(got: text, nearest: NearestName.few(of: text, among: JobState.codes))
            }
            return text
        })

    private static let since = FieldCodec<String>(
        .text, show: { $0 },
        text: { text throws(FieldFailure.Problem) in
            _ = try Since(text: text)
            return text
        })

    /// Parses the body. Throws when it has no filter: an empty filter would select every job.
    static func read(_ exchange: Exchange) throws(Rejection) -> BulkRequest {
        guard !exchange.body.isEmpty else { throw Parameters.wrong("state", .missing) }
        let request = try exchange.json(table, into: BulkRequest())
        let criteria = [request.cause, request.folder, request.backend, request.since]
        guard request.state?.isEmpty == false || criteria.contains(where: { $0 != nil }) else {
            throw Parameters.wrong("state", .missing)
        }
        return request
    }
}
