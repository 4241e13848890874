internal import ControlAPI
internal import Domain
internal import Words

/// The fields of a request that is about many jobs.
enum BulkFields {
    static let table = FieldTable<BulkRequest>([
        Field(
            "state", optional: \.state, .list(of: .choice(of: JobState.words), startingFrom: ""), startingFrom: [],
            FieldHelp(WireWords.help("BulkRequest", "state") ?? "", "이 상태인 작업들")),
        Field(
            "cause", optional: \.cause, cause, startingFrom: "",
            FieldHelp(WireWords.help("BulkRequest", "cause") ?? "", "기다리거나 보류되거나 실패한 까닭의 코드, 또는 그 끝 부분")),
        Field(
            "folder", optional: \.folder, .text, startingFrom: "",
            FieldHelp(WireWords.help("BulkRequest", "folder") ?? "", "감시 폴더의 이름")),
        Field(
            "backend", optional: \.backend, .text, startingFrom: "",
            FieldHelp(WireWords.help("BulkRequest", "backend") ?? "", "그림을 맡은 백엔드의 이름")),
        Field(
            "since", optional: \.since, since, startingFrom: "",
            FieldHelp(
                WireWords.help("BulkRequest", "since") ?? "", "이때부터 그 상태가 된 것만(2h, 3d, today, yesterday, 날짜, RFC 3339)")
        ),
        Field(
            "dry_run", optional: \.isDryRun, .flag, startingFrom: false,
            FieldHelp(WireWords.help("BulkRequest", "dry_run") ?? "", "보기만 하고 아무것도 하지 않음")),
        Field(
            "may_pay_twice", optional: \.mayPayTwice, .flag, startingFrom: false,
            FieldHelp(WireWords.help("BulkRequest", "may_pay_twice") ?? "", "두 번 결제될 수 있어도 됨")),
    ])

    /// What no job can have for a reason is a slip of the pen.
    private static let cause = FieldForm<String>(
        .text, show: { $0 },
        text: { text throws(FieldFailure.Problem) in
            guard JobState.codes.contains(where: { BulkFilter(cause: text).fits(code: $0) }) else {
                throw .noCause(got: text, nearest: NearestName.few(of: text, among: JobState.codes))
            }
            return text
        })

    private static let since = FieldForm<String>(
        .text, show: { $0 },
        text: { text throws(FieldFailure.Problem) in
            _ = try Since(text: text)
            return text
        })

    /// Something has to be said of which jobs are meant: nothing is not all of them.
    static func read(_ exchange: Exchange) throws(Rejection) -> BulkRequest {
        guard !exchange.body.isEmpty else { throw Parameters.wrong("state", .missing) }
        var request = BulkRequest()
        let failures = table.apply(try exchange.json(), to: &request)
        guard failures.isEmpty else { throw .failed(.fields(failures)) }
        let said = [request.cause, request.folder, request.backend, request.since]
        let isBounded = request.state?.isEmpty == false || said.contains { $0 != nil }
        guard isBounded else { throw Parameters.wrong("state", .missing) }
        return request
    }
}
