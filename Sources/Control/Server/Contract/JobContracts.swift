internal import ControlAPI
internal import Domain

/// What the routes of jobs take and give.
enum JobContracts {
    static let list = RouteContract(
        summary: "List jobs, newest first",
        query: [
            .states, .folder, .text("backend", "Who was asked for their pictures"), .since,
            QueryField("limit", FieldType.integer(1...1000).schema, "How many at most; 50 when left out"),
            .text("after", "Only jobs older than this one: `next` of the page before, or any part that names a job"),
        ], answer: .json(JobList.self, "A page of jobs"), problems: missing)
    static let submit = RouteContract(
        summary: "Submit a request as JSON, or a picture with its options in the query",
        query: [
            .folder, .text("name", longest: 255, "What the outputs are named after"),
            .text("reference", longest: 256, "Your own words, given back with the job"),
        ] + QueryField.list(FieldTable.request(backends: [])) + QueryField.list(FieldTable.art),
        headers: [
            .text("Idempotency-Key", longest: 255, "The same key of the same user is the same job"),
            .text("Prefer", "wait=60: answer when the job has ended, or after so many seconds"),
        ], body: .pictureOrRequest("SubmitRequest"),
        answer: .json(JobDetail.self, status: 201, "The job, which lasts from now on"), problems: [409, 415, 501])
    static let job = RouteContract(
        summary: "One job with its history", answer: .json(JobDetail.self, "The job"), problems: missing)
    static let cancel = RouteContract(
        summary: "Cancel a job, or mark it while a backend works on it",
        answer: .json(JobDetail.self, "The job as it stands now"), problems: missing)
    static let retry = RouteContract(
        summary: "Queue a job again that failed, was cancelled or is unknown", body: .request("RetryRequest"),
        answer: .json(JobDetail.self, "The job as it stands now"), problems: missing + [415])
    static let approve = RouteContract(
        summary: "Have a held job paid for, whatever the caps say",
        answer: .json(JobDetail.self, "The job as it stands now"), problems: missing)
    static let forget = RouteContract(
        summary: "Forget a job that has ended: its art in the outbox, pictures and words go, what it cost stays",
        answer: .json(ForgetAnswer.self, "It is forgotten"), problems: missing)
    static let art = RouteContract(
        summary: "A job's text art", query: [.format], answer: .bytes(RenderFormat.types, "The art"),
        problems: missing + [409, 410, 501])

    /// There is no such job, or it is not as it would have to be.
    private static let missing = [404, 409]
}
