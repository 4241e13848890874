@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Testing

@Suite("Asynchronous work in templates")
struct TemplateWorkTests {
    private static let handed =
        #"{"id": "j1", "status": "waiting", "poll": "https://eu.shop.example/jobs/1", "result": "/r/1"}"#

    /// A handle for work that is polled at this URL.
    private func handle(_ poll: String, started: UTCMillis = TemplateFixture.now) -> String {
        #"{"id":"j1","poll":"\#(poll)","result":"/r/1","cancel":"/c/1","started":\#(started)}"#
    }

    @Test("submitted work is a handle with everything needed for polling")
    func handed() async throws {
        let transport = ScriptedTransport(Self.handed)
        let result = try await TemplateFixture.submitted(TemplateFixture.backend(TemplateFixture.working(), transport))
            .get()
        guard case .pending(let handle, let receipt) = result else {
            Issue.record("\(result)")
            return
        }
        let text = #"{"id":"j1","poll":"https://eu.shop.example/jobs/1","result":"/r/1","started":784111777000}"#
        #expect(handle.text == text && receipt.reference == "j1" && transport.asked.count == 1)
    }

    @Test("a response that is finished at once is the picture")
    func atOnce() async throws {
        let transport = ScriptedTransport(#"{"status": "ready", "images": [{"url": "https://cdn.example/1.png"}]}"#)
        let result = try await TemplateFixture.submitted(TemplateFixture.backend(TemplateFixture.working(), transport))
            .get()
        guard case .finished([.url("https://cdn.example/1.png")], _) = result else {
            Issue.record("\(result)")
            return
        }
    }

    @Test("a response without a way to poll is reported, and not bought again")
    func nothing() async throws {
        for body in ["{}", #"{"poll": null}"#, #"{"poll": ""}"#, "accepted"] {
            let result = await TemplateFixture.submitted(
                try TemplateFixture.backend(TemplateFixture.working(), ScriptedTransport(body)))
            guard case .badResponse = result.failure else {
                Issue.record("\(result)")
                continue
            }
        }
    }

    @Test("a poll is a GET with the key and reports progress")
    func running() async throws {
        let transport = ScriptedTransport(#"{"status": "waiting", "part": 0.25}"#)
        let found = await TemplateFixture.polled(
            try TemplateFixture.backend(TemplateFixture.working(), transport), handle("/jobs/1"))
        #expect(found == .success(.running(GenerationProgress(fraction: 0.25), next: 500)))
        let request = try #require(transport.asked.first)
        #expect(request.url == "https://api.shop.example/jobs/1" && request.method == .get && request.body.isEmpty)
        #expect(request.headers.first { $0.isSecret }?.value == "Bearer sk-hush-1")
    }

    @Test("progress has several figures, each at a path of its own")
    func figures() async throws {
        let template = TemplateFixture.working().replacing(
            #""progress": "$.part""#,
            with: #""progress": {"queue_position": "$.q", "seconds_left": "$.eta", "step": "$.s", "steps": "$.of"}"#)
        for (members, progress) in [
            (#""q": 3"#, GenerationProgress(queuePosition: 3)),
            (#""q": null, "eta": "11.5", "s": 8, "of": 20"#, GenerationProgress(secondsLeft: 11.5, step: 8, steps: 20)),
            (#""q": "soon", "eta": -1"#, nil),
        ] {
            let transport = ScriptedTransport(#"{"status": "waiting", \#(members)}"#)
            let backend = try TemplateFixture.backend(template, transport)
            let found = await TemplateFixture.polled(backend, handle("/jobs/1"))
            #expect(found == .success(.running(progress, next: 500)), "\(members)")
        }
        let misspelt = template.replacing("queue_position", with: "queue_pos")
        #expect(TemplateFixture.failures(misspelt).map(\.key) == ["poll.progress.queue_pos"])
    }

    @Test("a status unknown to the template is an error, not a reason to wait")
    func unknown() async throws {
        for body in [#"{"status": "exploded"}"#, "{}"] {
            let found = await TemplateFixture.polled(
                try TemplateFixture.backend(TemplateFixture.working(), ScriptedTransport(body)), handle("/a"))
            guard case .badResponse(let said) = found.failure else {
                Issue.record("\(found)")
                continue
            }
            #expect(said.contains("status"))
        }
    }

    @Test("a separate result is one more GET, with the key where allowed")
    func result() async throws {
        let transport = ScriptedTransport { request in
            let body =
                request.url.hasSuffix("/r/1")
                ? #"{"images": [{"url": "https://cdn.example/1.png"}]}"# : #"{"status": "ready"}"#
            return .success(HTTPResponse(status: 200, body: Array(body.utf8)))
        }
        let found = await TemplateFixture.polled(
            try TemplateFixture.backend(TemplateFixture.working(from: "get"), transport), handle("/jobs/1"))
        guard case .success(.finished([.url("https://cdn.example/1.png")], _)) = found else {
            Issue.record("\(found)")
            return
        }
        #expect(transport.asked.map(\.url) == ["https://api.shop.example/jobs/1", "https://api.shop.example/r/1"])
        #expect(transport.asked.allSatisfy { $0.headers.contains { $0.isSecret } })
    }

    @Test(
        "hosts that the template doesn't allow are never contacted",
        arguments: [
            "https://evil.example/jobs/1", "http://api.shop.example/jobs/1", "https://api.shop.example:444/jobs/1",
            "https://shop.example.evil.example/", "https://evilshop.example/", "https://api.shop.example@evil.example/",
            "https://evil.example\\\\@api.shop.example/", "https://evil.example#@api.shop.example/",
            "https://evil.example?x=.shop.example", "//evil.example/", "ftp://api.shop.example/", "jobs/1", "",
            "https://evil.example%2f.shop.example/", "https://shop.example/", "https:///api.shop.example",
        ])
    func foreign(place: String) async throws {
        for (from, text) in [("poll", handle(place)), ("get", #"{"poll":"/a","result":"\#(place)","started":1}"#)] {
            let transport = ScriptedTransport(#"{"status": "ready"}"#)
            let found = await TemplateFixture.polled(
                try TemplateFixture.backend(TemplateFixture.working(from: from), transport), text)
            guard case .config = found.failure else {
                Issue.record("\(found)")
                continue
            }
            #expect(transport.asked.count == (from == "get" ? 1 : 0))
            #expect(transport.asked.allSatisfy { $0.url == "https://api.shop.example/a" })
        }
    }

    @Test(
        "hosts that the template allows are contacted, regardless of case",
        arguments: ["https://eu.shop.example/a", "https://A.EU.SHOP.EXAMPLE/a", "https://API.shop.example:443/a"])
    func allowed(place: String) async throws {
        let transport = ScriptedTransport(#"{"status": "waiting"}"#)
        let found = await TemplateFixture.polled(
            try TemplateFixture.backend(TemplateFixture.working(), transport), handle(place))
        #expect(found.failure == nil && transport.asked.count == 1)
    }

    @Test(
        "a disallowed host is reported with the difference and the setting that would allow it",
        arguments: [
            ("https://api.shop.example:8443/a", "https://api.shop.example:8443", #"["api.shop.example:8443"]"#),
            ("https://other.example/a", "https://other.example", #"["other.example:443"]"#),
            ("http://api.shop.example/a", "http://api.shop.example", "unencrypted"),
        ])
    func distrusted(place: String, origin: String, way: String) async throws {
        let transport = ScriptedTransport(#"{"status": "waiting"}"#)
        let found = await TemplateFixture.polled(
            try TemplateFixture.backend(TemplateFixture.working(), transport), handle(place))
        guard case .config(let said) = found.failure else {
            Issue.record("\(found)")
            return
        }
        #expect(said.contains(origin + " ") || said.contains(origin + ","), "\(said)")
        #expect(said.contains("https://api.shop.example") && said.contains(way) && said.contains("no key was sent"))
        #expect(transport.asked.isEmpty)
    }

    @Test(
        "a failed poll can be repeated, unless the work is gone",
        arguments: [
            (500, "{}", .transient(message: "status 500")), (401, "", .auth), (429, "", .rateLimited(after: nil)),
            (200, "<html>", .transient(message: "an answer that is not JSON")), (404, "{}", .lost), (410, "{}", .lost),
            (504, "", .timeout),
        ] as [(Int, String, BackendFailure)])
    func looks(status: Int, body: String, failure: BackendFailure) async throws {
        let found = await TemplateFixture.polled(
            try TemplateFixture.backend(TemplateFixture.working(), ScriptedTransport(status, body)), handle("/a"))
        #expect(found.failure == failure)
    }

    @Test("a lost connection while polling isn't unknown, since polling is free")
    func broken() async throws {
        let transport = ScriptedTransport { _ in .failure(.sentNoAnswer(host: "a", HTTPFault(.closed))) }
        let found = await TemplateFixture.polled(
            try TemplateFixture.backend(TemplateFixture.working(), transport), handle("/a"))
        #expect(found.failure == .transient(message: "the connection ended before the answer did"))
    }

    @Test("work that the service has deleted has expired")
    func expired() async throws {
        let transport = ScriptedTransport(404, "{}")
        let backend = try TemplateFixture.backend(TemplateFixture.working(), transport)
        #expect(
            await TemplateFixture.polled(backend, handle("/a", started: TemplateFixture.now - 600_001)).failure
                == .expired)
        #expect(
            await TemplateFixture.polled(backend, handle("/a", started: TemplateFixture.now - 600_000)).failure == .lost
        )
    }

    @Test("work that takes too long is given up only after one more poll")
    func late() async throws {
        let old = handle("/a", started: TemplateFixture.now - 301_000)
        let waiting = try TemplateFixture.backend(
            TemplateFixture.working(), ScriptedTransport(#"{"status": "waiting"}"#))
        #expect(await TemplateFixture.polled(waiting, old).failure == .timeout)
        let ready = ScriptedTransport(#"{"status": "ready", "images": [{"url": "https://cdn.example/1.png"}]}"#)
        #expect(
            await TemplateFixture.polled(try TemplateFixture.backend(TemplateFixture.working(), ready), old).failure
                == nil)
    }

    @Test("an invalid handle is lost")
    func strange() async throws {
        for text in ["", "{}", "https://a", #"{"started": "x"}"#, #"{"started": 1}"#] {
            let transport = ScriptedTransport("{}")
            let found = await TemplateFixture.polled(
                try TemplateFixture.backend(TemplateFixture.working(), transport), text)
            #expect(found.failure == .lost && transport.asked.isEmpty, "\(text)")
        }
    }

    @Test("work is cancelled as the template says, and no other host is contacted")
    func cancelled() async throws {
        let template = TemplateFixture.working(#""cancel": {"method": "PUT"}"#)
        let taken = ScriptedTransport(202, "{}")
        let handle = try #require(JobHandle(handle("/a")))
        #expect(try await TemplateFixture.backend(template, taken).cancel(handle) == .requested)
        #expect(taken.asked.map(\.method) == [.put] && taken.asked.map(\.url) == ["https://api.shop.example/c/1"])
        #expect(try await TemplateFixture.backend(template, ScriptedTransport(400, "{}")).cancel(handle) == .notRunning)
        #expect(try await TemplateFixture.backend(TemplateFixture.working(), taken).cancel(handle) == .unsupported)
        let foreign = try #require(JobHandle(#"{"poll":"/a","cancel":"https://evil.example/c","started":1}"#))
        #expect(try await TemplateFixture.backend(template, taken).cancel(foreign) == .unsupported)
        #expect(taken.asked.count == 1)
    }

    @Test("without a cancellation URL in the response, it is made from the work's ID, as one path segment")
    func cancelledByID() async throws {
        let template = TemplateFixture.working(#""cancel": {"path": "/jobs/{{id}}/cancel"}"#)
        let transport = ScriptedTransport(200, "{}")
        let handle = try #require(JobHandle(#"{"id":"../j 1","poll":"/a","started":1}"#))
        #expect(try await TemplateFixture.backend(template, transport).cancel(handle) == .requested)
        #expect(transport.asked.map(\.url) == ["https://api.shop.example/jobs/..%2Fj%201/cancel"])
        #expect(transport.asked.map(\.method) == [.post] && transport.asked[0].headers.contains { $0.isSecret })
        let told = try #require(JobHandle(self.handle("/a")))
        #expect(try await TemplateFixture.backend(template, transport).cancel(told) == .requested)
        #expect(transport.asked.last?.url == "https://api.shop.example/c/1")
        let nameless = try #require(JobHandle(#"{"poll":"/a","started":1}"#))
        #expect(try await TemplateFixture.backend(template, transport).cancel(nameless) == .unsupported)
        #expect(transport.asked.count == 2)
    }

    @Test("hosts that only the backend's configuration allows are contacted with the key, and no others")
    func configured() async throws {
        var options = TemplateFixture.options(try TemplateFixture.template(TemplateFixture.working()))
        options.context.allowedHosts = [try #require(HostPattern("*.farm.example"))]
        for (place, isAllowed) in [
            ("https://a.farm.example/jobs/1", true), ("https://eu.shop.example/jobs/1", true),
            ("https://farm.example/jobs/1", false), ("https://other.example/jobs/1", false),
            ("http://a.farm.example/jobs/1", false),
        ] {
            let transport = ScriptedTransport(#"{"status": "waiting"}"#)
            let found = await TemplateFixture.polled(try TemplateFixture.backend(options, transport), handle(place))
            #expect((found.failure == nil) == isAllowed, "\(place)")
            #expect(transport.asked.map { $0.headers.contains { $0.isSecret } } == (isAllowed ? [true] : []))
        }
    }

    @Test("without a polling URL the work's ID is used, as one path segment")
    func numbered() async throws {
        let text = """
            {"base_url": "https://a.example/v1", "submit": {"path": "/a", "json": {}}, "job": {"id": "$.id"},
             "poll": {"path": "/jobs/{{id}}", "status": "$.s", "pending": ["p"], "done": ["d"]},
             "result": {"images": "$.i", "kind": "b64"}}
            """
        let transport = ScriptedTransport(#"{"id": "../../x y", "s": "p"}"#)
        let backend = try TemplateFixture.backend(text, transport)
        guard case .pending(let handle, _) = try await TemplateFixture.submitted(backend).get() else { return }
        _ = await TemplateFixture.polled(backend, handle.text)
        #expect(transport.asked.map(\.url) == ["https://a.example/v1/a", "https://a.example/v1/jobs/..%2F..%2Fx%20y"])
    }

    @Test("a health check is free, and without a path for it sends no key")
    func probe() async throws {
        for (status, health) in [
            (200, BackendHealth.ready), (401, .ready), (404, .ready), (503, .down(.transient(message: "status 503"))),
        ] {
            let transport = ScriptedTransport(status, "")
            #expect(try await TemplateFixture.backend(TemplateFixture.working(), transport).probe() == health)
            #expect(
                transport.asked.map(\.method) == [.get] && transport.asked.map(\.url) == ["https://api.shop.example"])
            #expect(transport.asked.allSatisfy { !$0.headers.contains { $0.isSecret } })
        }
        let template = TemplateFixture.working(#""probe": {"path": "/me"}"#)
        for (status, health) in [(200, BackendHealth.ready), (401, .down(.auth)), (404, .ready), (402, .down(.quota))] {
            let transport = ScriptedTransport(status, "{}")
            #expect(try await TemplateFixture.backend(template, transport).probe() == health)
            #expect(transport.asked.map(\.url) == ["https://api.shop.example/me"])
            #expect(transport.asked.allSatisfy { $0.headers.contains { $0.isSecret } })
        }
    }
}
