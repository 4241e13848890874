@testable import BackendKinds
import BackendKit
import Domain
import PlatformDigest
import Testing

@Suite("A plugin's work")
struct ExecWorkTests {
    @Test("a picture is requested as the protocol says, and is the file that the plugin wrote")
    func painted() async throws {
        let harness = try PluginHarness {
            $0.credentials = ["api": Secret("s3cret")]
            $0.own.settings = ["style": .text("ink"), "steps": .integer(4)]
        }
        let backend = harness.backend()
        let bytes = try #require(await backend.painted().answer)
        #expect(PictureFormat(magic: bytes) == .png)
        let introduction = try JSON(harness.counted("initialize").first)
        #expect(introduction["protocols"] == .list([.integer(1)]))
        #expect(introduction["host"]?["name"] == .text("textifyd"))
        #expect(introduction["credentials"] == .object(["api": .text("s3cret")]))
        #expect(introduction["settings"] == .object(["style": .text("ink"), "steps": .integer(4)]))
        let limits: JSONValue = .object([
            "line_bytes": .integer(1_048_576), "image_bytes": .integer(67_108_864), "images": .integer(1),
        ])
        #expect(introduction["limits"] == limits)
        let order = try JSON(harness.counted("generate").first)
        let folder = harness.root.appending("own").appending("jobs").appending("job1").shown
        let wanted: [String: JSONValue] = [
            "job": .text("job1"), "idempotency_key": .text("job1"), "task": .text("text_to_image"),
            "prompt": .text("a \"boat\"\n보트"), "width": .integer(64), "height": .integer(48), "count": .integer(1),
            "seed": .integer(5), "input_images": .list([]), "params": .object([:]), "workdir": .text(folder),
            "deadline_ms": .integer(300_000),
        ]
        #expect(order == .object(wanted))
        await backend.close()
    }

    private func JSON(_ line: String?) throws -> JSONValue {
        let line = try #require(line)
        return try #require(JSONBody.value(line))
    }

    @Test("one process makes successive pictures, or several at once if it can")
    func many() async throws {
        let harness = try PluginHarness(
            """
            held = []
            def generate(id, p):
                held.append((id, p))
                if len(held) < 3: return
                for id, p in reversed(held): result(id, {"images": [picture(p)]})
            """)
        let backend = harness.backend()
        let painted = await withTaskGroup(of: Bool.self) { group in
            for key in ["a", "b", "c"] { group.addTask { await backend.painted(key).answer != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(painted == 3 && harness.counted("initialize").count == 1)
        await backend.close()
    }

    @Test("a plugin gets no more concurrent work than it declares")
    func turns() async throws {
        let harness = try PluginHarness(
            """
            CAPS["max_concurrency"] = 1
            running = []
            def finish(id, p):
                running.pop()
                result(id, {"images": [picture(p)]})
            def generate(id, p):
                running.append(id)
                count("most", str(len(running)))
                threading.Timer(0.05, finish, (id, p)).start()
            """)
        let backend = harness.backend()
        await withTaskGroup(of: Void.self) { group in
            for key in ["a", "b", "c"] { group.addTask { _ = await backend.painted(key) } }
        }
        #expect(harness.counted("most") == ["1", "1", "1"])
        await backend.close()
    }

    @Test("every checkpoint is stored at once, and the result is still awaited")
    func checkpoints() async throws {
        let harness = try PluginHarness(
            """
            def generate(id, p):
                count("generate")
                note("checkpoint", job=p["job"], handle={"step": 1}, charged=False)
                threading.Thread(target=rest, args=(id, p)).start()
            def rest(id, p):
                while not counted("go1"): time.sleep(0.005)
                note("checkpoint", job=p["job"], handle=[2], charged=True)
                while not counted("go2"): time.sleep(0.005)
                result(id, {"images": [picture(p, seed=7)], "cost": {"amount": 0.03, "currency": "usd",
                    "source": "reported"}, "provider_request_id": "r-1"})
            """)
        let backend = harness.backend()
        let submission = await backend.submitted()
        let first = try #require(submission.answer?.handle)
        #expect(submission == .with(.pending(first, Receipt(charged: .no, seed: 5))))
        #expect(first.text == #"{"handle":{"step":1},"job":"job1"}"#)
        try harness.put("go1")
        let second = try #require(await backend.polled(first).answer?.handle)
        #expect(second.text == #"{"handle":[2],"job":"job1"}"#)
        try harness.put("go2")
        let answer = try #require(await backend.polled(second).answer)
        guard case .finished(let sources, let receipt) = answer else { throw Unexpected(answer) }
        let cost = Money(micros: 30_000, currency: "USD")
        #expect(receipt == Receipt(reference: "r-1", charged: .yes, seed: 7, cost: cost))
        #expect(await backend.fetched(sources[0]).answer != nil)
        #expect(harness.counted("generate").count == 1)
        await backend.close()
    }

    @Test("the figures of the last progress message are the progress of the work until its result")
    func progress() async throws {
        let harness = try PluginHarness(
            """
            def generate(id, p):
                note("progress", job=p["job"], fraction=0.25, stage="drawing")
                note("progress", job=p["job"], step=8, steps=20, eta_s=11.5, queue_position=2)
                note("progress", job=p["job"], fraction=None)
                note("checkpoint", job=p["job"], handle={"step": 1})
                threading.Thread(target=rest, args=(id, p)).start()
            def rest(id, p):
                while not counted("go"): time.sleep(0.005)
                result(id, {"images": [picture(p)]})
            """)
        let backend = harness.backend()
        #expect(backend.descriptor.reportsProgress)
        #expect(await backend.progress(of: "job1") == nil)
        let handle = try #require(await backend.submitted().answer?.handle)
        let progress = GenerationProgress(secondsLeft: 12, step: 8, steps: 20, queuePosition: 2)
        #expect(await backend.progress(of: "job1") == progress && progress?.fraction == 0.4)
        #expect(await backend.progress(of: "job2") == nil)
        try harness.put("go")
        #expect(await backend.polled(handle).answer?.sources?.count == 1)
        #expect(await backend.progress(of: "job1") == nil)
        await backend.close()
        #expect(try !PluginHarness(isOneShot: true).backend().descriptor.reportsProgress)
    }

    @Test("after a restart, work is resumed by its handle and not resubmitted")
    func takenUp() async throws {
        let harness = try PluginHarness(
            """
            def generate(id, p):
                count("generate")
                note("checkpoint", job=p["job"], handle={"id": "w1"}, charged=True)
            """)
        let earlier = harness.backend()
        let handle = try #require(await earlier.submitted().answer?.handle)
        await earlier.close()
        let later = harness.backend()
        let sources = try #require(await later.polled(handle).answer?.sources)
        #expect(await later.fetched(sources[0]).answer != nil)
        #expect(harness.counted("generate").count == 1 && harness.counted("resume").count == 1)
        #expect(harness.counted("resume")[0].contains(#""handle": {"id": "w1"}"#))
        #expect(harness.counted("resume")[0].contains(#""job": "job1""#))
        await later.close()
    }

    @Test("a size is adjusted to the plugin's, and unsupported options are rejected before it is called")
    func abilities() async throws {
        let harness = try PluginHarness(
            """
            CAPS.update(sizes={"min": 32, "max": 60, "multiple_of": 8}, seed=False, prompt_max_chars=20)
            """)
        let backend = harness.backend()
        #expect(await backend.painted().answer != nil)
        let order = try JSON(harness.counted("generate").first)
        #expect(order["width"] == .integer(56) && order["height"] == .integer(48) && order["seed"] == nil)
        let long = ImageRequest(prompt: String(repeating: "가", count: 21), size: PluginHarness.request.size, seed: 1)
        let tooLong = BackendFailure.invalid(parameter: "prompt", message: "the maximum is 20 characters")
        #expect(await backend.submitted(long) == .failed(tooLong))
        #expect(harness.counted("generate").count == 1)
        await backend.close()
    }

    @Test("an input picture is in the job's folder, for plugins that accept one")
    func started() async throws {
        let harness = try PluginHarness(
            """
            CAPS["tasks"].append("image_to_image")
            def generate(id, p):
                count("generate", json.dumps(p))
                given = p["input_images"][0]
                with open(os.path.join(p["workdir"], given["path"]), "rb") as file: data = file.read()
                if hashlib.sha256(data).hexdigest() != given["sha256"]: error(id, 1005, "not the same")
                else: result(id, {"images": [picture(p)]})
            """)
        let backend = harness.backend()
        var request = PluginHarness.request
        let bytes: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10, 1, 2, 3]
        request.picture = InputPicture(bytes, .png, digest: sha256(bytes))
        request.details.strength = 0.5
        #expect(await backend.submitted(request).answer != nil)
        let order = try JSON(harness.counted("generate").first)
        #expect(order["task"] == .text("image_to_image") && order["params"]?["strength"] == .number(0.5))
        #expect(order["input_images"]?.list?.first?["media_type"] == .text("image/png"))
        await backend.close()
        let plain = try PluginHarness()
        let other = plain.backend()
        #expect(await other.submitted(request) == .failed(.unsupported(feature: "image_to_image")))
        #expect(plain.counted("generate").isEmpty)
        await other.close()
    }

    @Test("several input pictures are in the job's folder in their order, for plugins that accept as many")
    func several() async throws {
        func harness(_ most: String) throws -> PluginHarness {
            try PluginHarness(
                """
                CAPS["tasks"].append("image_to_image")
                \(most)
                def generate(id, p):
                    count("generate", json.dumps(p))
                    for given in p["input_images"]:
                        with open(os.path.join(p["workdir"], given["path"]), "rb") as file: data = file.read()
                        if hashlib.sha256(data).hexdigest() != given["sha256"]: return error(id, 1005, "not the same")
                    result(id, {"images": [picture(p)]})
                """)
        }
        let pictures = [1, 2, 3].map { [UInt8](repeating: $0, count: 4) }.map {
            InputPicture($0, .png, digest: sha256($0))
        }
        var request = PluginHarness.request
        request.picture = pictures[0]
        request.references = Array(pictures.dropFirst())
        let able = try harness("CAPS[\"max_input_images\"] = 3")
        let backend = able.backend()
        #expect(await backend.submitted(request).answer != nil)
        let order = try JSON(able.counted("generate").first)
        let given = order["input_images"]?.list ?? []
        #expect(given.map { $0["path"]?.text } == ["input.png", "input-2.png", "input-3.png"])
        #expect(given.map { $0["sha256"]?.text } == pictures.map(\.digest.hex))
        await backend.close()
        let single = try harness("")
        let other = single.backend()
        let refused = BackendFailure.invalid(parameter: "picture", message: "3 pictures; the plugin takes at most 1")
        #expect(await other.submitted(request) == .failed(refused))
        #expect(single.counted("generate").isEmpty)
        await other.close()
    }

    @Test("cancelled work is stopped by ID and ends as cancelled")
    func cancelled() async throws {
        let harness = try PluginHarness(
            """
            held = {}
            def generate(id, p):
                held[p["job"]] = id
                note("checkpoint", job=p["job"], handle=1, charged=True)
            def cancel(p):
                count("cancel", p["job"])
                error(held[p["job"]], -32800, "cancelled", charged=True)
            """)
        let backend = harness.backend()
        let handle = try #require(await backend.submitted().answer?.handle)
        async let polled = backend.polled(handle)
        #expect(await backend.cancel(handle) == .cancelled)
        #expect(await polled == .failed(.cancelled))
        #expect(await backend.cancel(handle) == .notRunning && harness.counted("cancel") == ["job1"])
        await backend.close()
    }

    @Test("a plugin's reports of moderation, charges and waiting are passed on")
    func refusals() async throws {
        let harness = try PluginHarness(
            """
            def generate(id, p):
                if p["job"] == "m": error(id, 1004, "no", stage="output", charged=True)
                if p["job"] == "r": error(id, 1001, "slow down", retry_after_s=2.5)
                if p["job"] == "t": error(id, 1007, "gone wrong", charged="unknown")
                if p["job"] == "u": error(id, 2001, "odd", **{"class": "quota"})
            """)
        let backend = harness.backend()
        #expect(await backend.painted("m") == .failed(.moderated(stage: "output", charged: true)))
        #expect(await backend.painted("r") == .failed(.rateLimited(after: 2500)))
        #expect(await backend.painted("t") == .failed(.unknown))
        #expect(await backend.painted("u") == .failed(.quota))
        await backend.close()
    }

    @Test("secrets are removed from a plugin's messages")
    func secrets() async throws {
        let harness = try PluginHarness(
            """
            def generate(id, p):
                sys.stderr.write("W! key s3cret-key refused\\n")
                sys.stderr.flush()
                note("log", level="error", message="it is s3cret-key")
                error(id, 2000, "no good: s3cret-key")
            """
        ) { $0.credentials = ["api": Secret("s3cret-key")] }
        let backend = harness.backend()
        #expect(await backend.painted() == .failed(.failed(message: "no good: •••")))
        await backend.close()
        #expect(harness.notices.contains(.says("key ••• refused", .warning, backend: "own")))
        #expect(harness.notices.contains(.says("it is •••", .error, backend: "own")))
    }
}

struct Unexpected: Error {
    let answer: PollAnswer

    init(_ answer: PollAnswer) {
        self.answer = answer
    }
}
