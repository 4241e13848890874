@testable import ControlAPI
import ControlServer
import Domain
@testable import PlatformHTTPServer
import Testing

@Suite("Job routes")
struct JobRouteTests {
    private let client = CheckedClient()
    private let id = ScriptedPlane.id.text

    @Test("A page of jobs has all members and the identifier to continue from") func list() async throws {
        let entry = JobEntry(job: ScriptedPlane.job(.failed(.pictureLost)), changed: 2000)
        client.plane.change { $0.page = JobPage(jobs: [entry], hasMore: true) }
        let query = "state=done,failed&state=held&folder=inbox&backend=studio&tag=pets&tag=night&limit=1&after=\(id)"
        let response = await client.ask("GET", "/v1/jobs?" + query)
        let list = try #require(response.read(JobList.self))
        #expect(list.next == id)
        let job = try #require(list.jobs.first)
        #expect(job.id == id && job.state == "failed" && job.name == "cat.txt" && job.prompt == "a cat")
        #expect(job.code == "job_picture_lost" && job.detail?.isEmpty == false && job.tags == ["pets"])
        #expect(job.created == WireTime(1000) && job.changed == WireTime(2000))
        let queries = client.plane.queries
        #expect(
            queries == [
                JobQuery(
                    states: ["done", "failed", "held"], folder: "inbox", backend: "studio", tags: ["pets", "night"],
                    limit: 1, after: ScriptedPlane.id)
            ])
        client.plane.change { $0.page = JobPage(jobs: [], hasMore: false) }
        #expect(await client.ask("GET", "/v1/jobs").read(JobList.self) == JobList(jobs: []))
    }

    @Test("A job has the progress of its picture") func progress() async throws {
        var entry = JobEntry(job: ScriptedPlane.job(.submitted), changed: 2000)
        entry.progress = GenerationProgress(
            fraction: 0.4, secondsLeft: 12, step: 8, steps: 20, queuePosition: 3)
        client.plane.change { $0.page = JobPage(jobs: [entry], hasMore: false) }
        let list = try #require(await client.ask("GET", "/v1/jobs").read(JobList.self))
        #expect(list.jobs.first?.progress?.checked == entry.progress)
    }

    @Test(
        "An invalid query is rejected by field with a specific code",
        arguments: [
            ("state=don", "field_not_one_of"), ("limit=0", "field_out_of_range"), ("limit=1001", "field_out_of_range"),
            ("limit=x", "field_malformed"), ("stat=done", "field_unknown"), ("since=x", "field_malformed"),
            ("folder=a&folder=b", "field_duplicate"),
        ])
    func wrongQuery(query: String, code: String) async {
        let problem = await client.ask("GET", "/v1/jobs?" + query).problem
        #expect(problem?.status == 422 && problem?.code == code)
        #expect(problem?.errors?.first?.field == String(query.prefix { $0 != "=" }))
    }

    @Test("A page continues from part of an identifier, or from a whole one that need not exist") func after() async {
        _ = await client.ask("GET", "/v1/jobs?after=" + id.suffix(5))
        _ = await client.ask("GET", "/v1/jobs?after=" + id.prefix(6))
        _ = await client.ask("GET", "/v1/jobs?after=01k0c2n6d3s8x4v9b7m5q1w2e3")
        #expect(client.plane.queries.map(\.after?.text) == [id, id, "01k0c2n6d3s8x4v9b7m5q1w2e3"])
        let strange = await client.ask("GET", "/v1/jobs?after=zzzz")
        #expect(strange.status == 404 && strange.problem?.code == "no_such_job")
        #expect(await client.ask("GET", "/v1/jobs?after=x").problem?.code == "no_such_job")
    }

    @Test("Failures are listed in pages, and marked as read one by one or all together") func failures() async throws {
        let entry = JobEntry(job: ScriptedPlane.job(.failed(.refused(.empty))), changed: 2000)
        client.plane.change { $0.page = JobPage(jobs: [entry], hasMore: true) }
        let list = try #require(await client.ask("GET", "/v1/failures?limit=1&after=\(id)").read(JobList.self))
        #expect(list.next == id && list.jobs.first?.code == "drop_empty")
        #expect(client.plane.queries == [JobQuery(limit: 1, after: ScriptedPlane.id, isUnread: true)])
        #expect(await client.ask("GET", "/v1/failures?state=done").problem?.code == "field_unknown")
        let all = await client.ask("POST", "/v1/failures/acknowledge")
        #expect(all.read(AcknowledgeAnswer.self) == AcknowledgeAnswer(acknowledged: 3))
        let one = await client.ask("POST", "/v1/jobs/\(id.prefix(8))/acknowledge")
        #expect(one.read(JobDetail.self)?.summary.id == id)
        #expect(client.plane.asked == ["jobs", "acknowledge all", "acknowledge"])
        client.plane.change { $0.failure = .repository(.full) }
        #expect(await client.ask("POST", "/v1/failures/acknowledge").status == 503)
    }

    @Test("A job without a request has `null` in its place") func withoutRequest() async throws {
        let plain = ScriptedPlane.job()
        let job = Job(
            id: plain.id, drop: plain.drop, line: 0, folder: "inbox", name: plain.name, outbox: plain.outbox,
            request: nil, state: .failed(.refused(.empty)), created: 1000)
        client.plane.change {
            $0.story = JobTimeline(
                entry: JobEntry(job: job, changed: 1000),
                steps: [JobTimeline.Step(state: job.state, at: 1000)])
        }
        let response = await client.ask("GET", "/v1/jobs/\(id)")
        let detail = try #require(response.read(JobDetail.self))
        #expect(detail.request == nil && detail.origins.isEmpty && detail.summary.prompt == nil)
        #expect(detail.summary.backend == nil && detail.summary.tags.isEmpty && detail.summary.code == "drop_empty")
        #expect(String(decoding: response.body, as: UTF8.self).contains(#""request":null"#))
    }

    @Test("An operator can forget an ended job, but not an unfinished one") func forget() async {
        let forgotten = await client.ask("POST", "/v1/jobs/\(id.prefix(8))/forget")
        #expect(forgotten.read(ForgetAnswer.self) == ForgetAnswer(id: id) && client.plane.asked == ["forget"])
        client.plane.change { $0.failure = .notForgettable(ScriptedPlane.id, state: "queued") }
        let open = await client.ask("POST", "/v1/jobs/\(id)/forget")
        #expect(open.status == 409 && open.problem?.code == "not_forgettable")
        var reader = client
        reader.peer = Peer(user: 1001, group: 50, groups: [])
        #expect(await reader.ask("POST", "/v1/jobs/\(id)/forget").problem?.code == "not_allowed")
    }

    @Test("Query parameters override the JSON request, and the idempotency key covers both") func queryOverJSON()
        async throws
    {
        let body = #"{"prompt":"a cat","name":"tom","tags":["pets"],"art":{"columns":60,"color":"16"}}"#
        let target = "/v1/jobs?folder=posters&name=cat&columns=40&tags=night,pets&seed=7"
        #expect(await client.json("POST", target, body).status == 201)
        #expect(await client.json("POST", "/v1/jobs", body).status == 201)
        let (order, plain) = (client.plane.orders[0], client.plane.orders[1])
        #expect(order.folder == "posters" && order.name == "cat" && plain.folder == nil && plain.name == "tom")
        #expect(order.fields["art"]?.value["columns"]?.value.content == .integer(40))
        #expect(order.fields["art"]?.value["color"]?.value.content == .text("16"))
        #expect(order.fields["seed"]?.value.content == .integer(7) && order.fields["prompt"] == plain.fields["prompt"])
        let tags: FieldValue.Content? = .list([FieldValue(.text("pets")), FieldValue(.text("night"))])
        #expect(order.fields["tags"]?.value.content.words == tags?.words)
        #expect(plain.sent == Array(body.utf8) && order.sent != plain.sent)
        let wrong = await client.json("POST", "/v1/jobs?columns=x", body).problem
        #expect(wrong?.status == 422 && wrong?.errors?.first?.field == "columns")
    }

    @Test("A picture is submitted as a form, with the fields of a query; the query overrides them")
    func form() async throws {
        let body = form([("picture", CheckedClient.png), ("name", Array("tom".utf8)), ("columns", Array("60".utf8))])
        let type = [("Content-Type", "multipart/form-data; boundary=\"x y\"")]
        #expect(await client.ask("POST", "/v1/jobs?columns=40&tags=pets", type, body: body).status == 201)
        let order = try #require(client.plane.orders.first)
        #expect(order.source == .pictures([CheckedClient.png]) && order.name == "tom")
        #expect(order.fields["art"]?.value["columns"]?.value.content == .integer(40))
        #expect(await client.ask("POST", "/v1/jobs?tags=pets", type, body: body).status == 201)
        // The idempotency key covers the form's fields, but not its boundary.
        let other = [("Content-Type", "multipart/form-data; boundary=b")]
        let same = form(
            [("picture", CheckedClient.png), ("name", Array("tom".utf8)), ("columns", Array("60".utf8))], "b")
        #expect(await client.ask("POST", "/v1/jobs?tags=pets", other, body: same).status == 201)
        let orders = client.plane.orders
        #expect(orders[1].sent == orders[2].sent && orders[0].sent != orders[1].sent)
    }

    @Test("A list in a form has a part for each element") func formList() async throws {
        let parts = [("tags", "sea"), ("picture", ""), ("tags", "pets,밤")].map { name, text in
            (name, name == "picture" ? CheckedClient.png : Array(text.utf8))
        }
        let type = [("Content-Type", "multipart/form-data; boundary=\"x y\"")]
        #expect(await client.ask("POST", "/v1/jobs", type, body: form(parts)).status == 201)
        #expect(client.plane.orders.first?.fields["tags"]?.value.content.words == ["sea", "pets", "밤"])
    }

    @Test("A form that can't be used is refused with what is wrong")
    func wrongForm() async {
        let text = Array("a".utf8)
        let cases: [([(String, [UInt8])], String, Int, String)] = [
            ([("name", text)], "x y", 422, "field_missing"),
            ([("picture", text)], "x y", 422, "picture_not_a_picture"),
            ([("picture", CheckedClient.png), ("picture", text)], "x y", 422, "picture_not_a_picture"),
            ([("picture", CheckedClient.png), ("colums", text)], "x y", 422, "field_unknown"),
            ([("picture", CheckedClient.png), ("name", [0xFF])], "x y", 400, "malformed_form"),
            ([("picture", CheckedClient.png)], "other", 400, "malformed_form"),
        ]
        for (parts, boundary, status, code) in cases {
            let type = [("Content-Type", "multipart/form-data; boundary=\"x y\"")]
            let problem = await client.ask("POST", "/v1/jobs", type, body: form(parts, boundary)).problem
            #expect(problem?.status == status && problem?.code == code, "\(code)")
        }
        for type in ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; charset=x"] {
            let response = await client.ask("POST", "/v1/jobs", [("Content-Type", type)], body: form([]))
            #expect(response.problem?.code == "malformed_form", "\(type)")
        }
        let cut = Array(form([("picture", CheckedClient.png)]).dropLast(12))
        let response = await client.ask(
            "POST", "/v1/jobs", [("Content-Type", "multipart/form-data; boundary=\"x y\"")], body: cut)
        #expect(response.problem?.code == "malformed_form")
        #expect(client.plane.orders.isEmpty)
    }

    private func form(_ parts: [(String, [UInt8])], _ boundary: String = "x y") -> [UInt8] {
        let written = parts.flatMap { name, bytes in
            Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n".utf8) + bytes
                + Array("\r\n".utf8)
        }
        return written + Array("--\(boundary)--\r\n".utf8)
    }

    @Test("Art is rendered with the options of the query, and with a charset in place of auto")
    func art() async throws {
        let path = "/v1/artworks/\(id)/text.svg"
        let response = await client.ask("GET", path + "?columns=120&auto_charset=sextant")
        #expect(response.status == 200 && response.header("Content-Type") == "image/svg+xml")
        let order = try #require(client.plane.arts.first)
        #expect(order.output == .svg && order.charset == .sextant && order.hasOptions)
        #expect(order.options["columns"]?.value.content == .integer(120))
        for (query, code) in [
            ("auto_charset=auto", "field_not_one_of"),
            ("colums=9", "field_unknown"),
        ] {
            let problem = await client.ask("GET", path + "?" + query).problem
            #expect(problem?.status == 422 && problem?.code == code, "\(query)")
        }
        #expect(await client.ask("GET", "/v1/artworks/\(id)/text.avi").status == 404)
    }

    @Test("A job's picture has its own media type") func picture() async {
        let response = await client.ask("GET", "/v1/artworks/\(id)/picture")
        #expect(response.status == 200 && response.header("Content-Type") == "image/png")
        #expect(response.body == CheckedClient.png)
    }

    @Test("A job's thumbnail has the media type of its format") func thumbnail() async {
        let response = await client.ask("GET", "/v1/artworks/\(id)/thumbnail")
        #expect(response.status == 200 && response.header("Content-Type") == "image/png")
        #expect(response.body == CheckedClient.png && client.plane.asked == ["thumbnail"])
        client.plane.change { $0.failure = .artGone(ScriptedPlane.id, state: "done") }
        #expect(await client.ask("GET", "/v1/artworks/\(id)/thumbnail").status == 410)
        #expect(await client.ask("GET", "/v1/artworks/zzzz/thumbnail").status == 404)
    }

    @Test("A job's detail with history is found by any prefix or suffix of at least four characters") func detail()
        async throws
    {
        client.plane.change { $0.state = .waiting(until: 9000, .delivery(.full)) }
        for ending in [
            id, String(id.suffix(4)), id.suffix(6).uppercased(), String(id.prefix(4)), id.prefix(9).uppercased(),
        ] {
            let detail = try #require(await client.ask("GET", "/v1/jobs/" + ending).read(JobDetail.self))
            #expect(detail.summary.id == id && detail.summary.until == WireTime(9000))
            #expect(detail.history.map(\.state) == ["queued", "waiting"])
            #expect(detail.outputs == [JobDetail.Output(kind: "txt", name: "cat.txt")])
            #expect(detail.request?.text(of: "prompt") == "a cat" && detail.request?.text(of: "art.columns") == "80")
        }
        for ending in [String(id.suffix(3)), "zzzz", "uuuu", id + "0"] {
            #expect(await client.ask("GET", "/v1/jobs/" + ending).problem?.code == "no_such_job", "\(ending)")
        }
    }

    @Test("An ambiguous identifier is a 409 that lists the candidates") func ambiguous() async {
        client.plane.change { $0.failure = .ambiguousJob(part: "3210", matches: [ScriptedPlane.id]) }
        let problem = await client.ask("GET", "/v1/jobs/" + id).problem
        #expect(problem?.status == 409 && problem?.candidates == [id])
    }

    @Test("A submission with samples is answered with all its jobs, and waits for each of them") func samples() async {
        let jobs = (1...3).map { number in
            SampleJob(
                id: number == 1 ? ScriptedPlane.id : JobID(high: 1, low: UInt64(number)), number: number,
                name: FileName("cat-\(number).txt"), state: number == 3 ? .held(.approval) : .done)
        }
        let plain = ScriptedPlane.timeline(.done)
        client.plane.change { $0.story = JobTimeline(entry: plain.entry, steps: plain.steps, samples: jobs) }
        let body = #"{"prompt":"a cat","samples":3}"#
        let response = await client.ask(
            "POST", "/v1/jobs", [("Content-Type", "application/json"), ("Prefer", "wait=5")], body: Array(body.utf8))
        let detail = response.read(JobDetail.self)
        #expect(detail?.sampleJobs.map(\.id) == jobs.map(\.id.text))
        #expect(detail?.sampleJobs.map(\.state) == ["done", "done", "held"])
        #expect(detail?.sampleJobs.last?.code == "held_approval" && detail?.sampleJobs.last?.detail != nil)
        #expect(client.plane.asked == ["submit", "rest", "rest", "rest"])
        #expect(client.plane.orders.first?.fields["samples"]?.value.content == .integer(3))
    }

    @Test("A form has up to 16 pictures, in their order") func pictures() async throws {
        let type = [("Content-Type", "multipart/form-data; boundary=\"x y\"")]
        let sent = (0..<17).map { CheckedClient.png + [UInt8($0)] }
        func answer(_ pictures: some Sequence<[UInt8]>) async -> ServerResponse {
            let parts = pictures.map { ("picture", $0) } + [("prompt", Array("a cat".utf8))]
            return await client.ask("POST", "/v1/jobs", type, body: form(parts))
        }
        #expect(await answer(sent.prefix(16).reversed()).status == 201)
        #expect(client.plane.orders.first?.source == .pictures(sent.prefix(16).reversed()))
        let many = await answer(sent).problem
        #expect(many?.status == 422 && many?.errors?.map(\.code) == ["field_out_of_range"])
        #expect(many?.errors?.first?.field == "picture")
        let text = await answer([sent[0], Array("hello".utf8)]).problem
        #expect(text?.code == "picture_not_a_picture")
        #expect(client.plane.orders.count == 1)
    }

    @Test("A JSON request becomes a submission with its fields unchanged") func submit() async throws {
        let response = await client.json(
            "POST", "/v1/jobs",
            #"{"prompt":"a cat","art":{"columns":100},"folder":"inbox","name":"cat","reference":"r-1"}"#)
        #expect(response.status == 201 && response.header("Location") == "/v1/jobs/" + id)
        let order = try #require(client.plane.orders.first)
        #expect(order.source == .request && order.folder == "inbox" && order.name == "cat" && order.reference == "r-1")
        #expect(order.user == 1000 && order.idempotencyKey == nil)
        #expect(String(decoding: order.sent, as: UTF8.self).hasPrefix(#"{"prompt":"a cat""#))
        var request = Request.builtIn
        #expect(FieldTable.request(backends: ["sketch"]).apply(order.fields, to: &request).isEmpty)
        #expect(request.prompt == "a cat" && request.art.columns == 100)
    }

    @Test(
        "Control characters in a reference or folder are rejected before the service is called",
        arguments: ["reference", "folder"],
        ["\\u001b]52;c;eA==\\u0007", "\\u0000", "\\u007f", "\\u009b31m", "\\b"])
    func hostileWords(member: String, text: String) async {
        let client = CheckedClient()
        let response = await client.json("POST", "/v1/jobs", #"{"prompt":"a","\#(member)":"ab\#(text)"}"#)
        #expect(response.status == 422)
        #expect(response.problem?.errors?.map(\.code) == ["control_character"])
        #expect(client.plane.asked.isEmpty)
    }

    @Test("A picture becomes a submission with the options of its query") func submitPicture() async throws {
        let response = await client.ask(
            "POST", "/v1/jobs?columns=100&invert&outputs=txt,html&tags=a&folder=inbox&name=cat%20one",
            [("Content-Type", "image/png"), ("Idempotency-Key", "k")], body: CheckedClient.png)
        #expect(response.status == 201)
        let order = try #require(client.plane.orders.first)
        #expect(order.source == .pictures([CheckedClient.png]))
        #expect(order.name == "cat one" && order.idempotencyKey == "k")
        #expect(String(decoding: order.sent, as: UTF8.self).contains("name=cat%20one"))
        var request = Request.builtIn
        #expect(FieldTable.request(backends: ["sketch"]).apply(order.fields, to: &request).isEmpty)
        #expect(request.art.columns == 100 && request.art.invert && request.outputs == [.txt, .html])
        #expect(request.tags == ["a"])
    }

    @Test("An invalid submission is rejected with a specific status and code") func refusedOrders() async {
        let cases: [(ServerResponse, Int, String)] = [
            (await client.ask("POST", "/v1/jobs"), 400, "no_body"),
            (await client.json("POST", "/v1/jobs", "{\"a\":1"), 400, "field_syntax"),
            (await client.json("POST", "/v1/jobs", "[]"), 422, "field_wrong_type"),
            (await client.json("POST", "/v1/jobs", #"{"reference":1}"#), 422, "field_wrong_type"),
            (await client.json("POST", "/v1/jobs", #"{"prompt":"a","prompt":"b"}"#), 422, "field_duplicate"),
            (await client.json("POST", "/v1/jobs?colums=1", "{}"), 422, "field_unknown"),
            (
                await client.ask(
                    "POST", "/v1/jobs", [("Content-Type", "application/x-www-form-urlencoded")], body: [97]), 415,
                "unsupported_media_type"
            ),
            (
                await client.ask("POST", "/v1/jobs", [("Content-Type", "image/png")], body: [97]), 422,
                "picture_not_a_picture"
            ),
            (await client.ask("POST", "/v1/jobs?colums=1", body: CheckedClient.png), 422, "field_unknown"),
            (await client.ask("POST", "/v1/jobs?columns=x", body: CheckedClient.png), 422, "field_malformed"),
            (
                await client.json("POST", "/v1/jobs", #"{"reference":"\#(String(repeating: "r", count: 257))"}"#), 422,
                "field_out_of_range"
            ),
        ]
        for (response, status, code) in cases {
            #expect(response.problem?.status == status && response.problem?.code == code, "\(code)")
        }
        #expect(client.plane.asked.isEmpty)
    }

    @Test(
        "`Prefer: wait` returns the settled job, or its current state when the time is over", arguments: [true, false])
    func waits(hangs: Bool) async throws {
        client.plane.change { script in
            script.hangs = hangs
            script.state = .done
        }
        let response = await client.ask(
            "POST", "/v1/jobs", [("Content-Type", "application/json"), ("Prefer", "respond-async, wait=5")],
            body: Array(#"{"prompt":"a"}"#.utf8))
        #expect(response.status == 201 && response.header("Preference-Applied") == "wait=5")
        #expect(response.read(JobDetail.self)?.summary.state == "done")
        #expect(client.plane.asked == ["submit", "rest"])
    }

    @Test("An unknown job is retried only with permission to pay twice") func retry() async {
        client.plane.change { $0.state = .unknown }
        let path = "/v1/jobs/\(id)/retry"
        let refused = await client.ask("POST", path)
        #expect(refused.status == 409 && refused.problem?.code == "may_pay_twice")
        #expect(await client.json("POST", path, "{}").status == 409)
        #expect(await client.json("POST", path, #"{"may_pay_twice":true}"#).status == 200)
        #expect(await client.json("POST", path, #"{"may_pay_twice":"yes"}"#).problem?.code == "field_wrong_type")
        #expect(await client.json("POST", path, #"{"may_pay":true}"#).problem?.code == "field_unknown")
        for body in ["[]", "5", "null", "\"a\""] {
            #expect(await client.json("POST", path, body).problem?.code == "field_wrong_type", "\(body)")
        }
        #expect(client.plane.asked == ["retry true"])
    }

    @Test("A job can be cancelled unless it has ended") func cancel() async {
        #expect(await client.ask("DELETE", "/v1/jobs/" + id).status == 200)
        client.plane.change { $0.failure = .hasEnded(ScriptedPlane.id, state: "done") }
        #expect(await client.ask("DELETE", "/v1/jobs/" + id).problem?.code == "job_has_ended")
    }

    @Test(
        "Every failure of the service is a problem document with its status",
        arguments: [
            (.noSuchJob("a"), 404), (.noRoom(jobs: 512), 503), (.draining, 503), (.repository(.busy), 503),
            (.storage(.full), 503), (.unsupported(feature: "a"), 501), (.noSuchBackend("a", known: []), 422),
            (.noSuchFolder("a", known: []), 422),
            (.prompt(.empty), 422), (.keyReused(ScriptedPlane.id), 422), (.picture(.unsupported(.gif)), 415),
            (.picture(.notAPicture), 422),
        ] as [(ControlFailure, Int)])
    func failures(failure: ControlFailure, status: Int) async {
        client.plane.change { $0.failure = failure }
        let response =
            status == 404
            ? await client.ask("GET", "/v1/jobs/" + id) : await client.json("POST", "/v1/jobs", #"{"prompt":"a"}"#)
        let problem = response.problem
        #expect(problem?.status == status && problem?.detail.isEmpty == false && problem?.code.isEmpty == false)
    }
}

extension FieldValue.Content {
    /// The texts in a list value.
    fileprivate var words: [String] {
        guard case .list(let values) = self else { return [] }
        return values.compactMap { if case .text(let text) = $0.content { text } else { nil } }
    }
}

extension JobSubmission {
    /// The template of the outputs' names among the fields.
    fileprivate var name: String? { if case .text(let text) = fields["name"]?.value.content { text } else { nil } }
}
