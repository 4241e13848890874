@testable import BackendKinds
import BackendKit
import Domain
import Glibc
import Testing

@Suite("Faulty plugins")
struct BadPluginTests {
    @Test("a crash before a checkpoint leaves the outcome unknown, unless the plugin reported that it did nothing")
    func early() async throws {
        let harness = try PluginHarness(
            """
            def generate(id, p):
                count("generate")
                if p["job"] == "blind": os._exit(3)
                os.kill(os.getpid(), 9)
            """)
        let backend = harness.backend()
        #expect(await backend.painted("blind") == .failed(.unknown))
        await backend.close()
        let honest = try PluginHarness("CAPS['idempotent'] = True\ndef generate(id, p): os.kill(os.getpid(), 9)")
        let other = honest.backend()
        #expect(await other.painted() == .failed(.transient(message: "its plugin ended (signal 9)")))
        await other.close()
    }

    @Test("a plugin that crashes after a checkpoint is restarted and resumes its work")
    func late() async throws {
        let time = SteppedTime()
        let harness = try PluginHarness(
            """
            def generate(id, p):
                count("generate")
                note("checkpoint", job=p["job"], handle={"id": 4}, charged=True)
                os._exit(1)
            """, time: time.time)
        let backend = harness.backend()
        let handle = try #require(await backend.submitted().answer?.handle)
        async let polled = backend.polled(handle)
        // One second after the first exit, and not earlier.
        await time.pass(.seconds(1))
        #expect(await polled.answer?.sources?.count == 1)
        #expect(harness.counted("generate").count == 1 && harness.counted("resume").count == 1)
        await backend.close()
    }

    @Test("work that crashes the plugin on each resume is given up")
    func poison() async throws {
        let time = SteppedTime(quick: [.seconds(1), .seconds(2)])
        let harness = try PluginHarness(
            """
            def generate(id, p): note("checkpoint", job=p["job"], handle=1, charged=True)
            def resume(id, p):
                count("resume")
                os._exit(1)
            """, time: time.time)
        let earlier = harness.backend()
        let handle = try #require(await earlier.submitted().answer?.handle)
        await earlier.close()
        let backend = harness.backend()
        #expect(await backend.polled(handle) == .failed(.failed(message: "its plugin ended 3 times during this job")))
        #expect(harness.counted("resume").count == 3)
        await backend.close()
    }

    @Test("two invalid lines are tolerated and reported; the third ends the plugin")
    func garbage() async throws {
        let harness = try PluginHarness(
            """
            def generate(id, p):
                for i in range(2 if p["job"] == "few" else 3): print("Loading model...", flush=True)
                result(id, {"images": [picture(p)]})
            """)
        let few = harness.backend()
        #expect(await few.painted("few").answer != nil)
        await few.close()
        #expect(harness.notices.contains { $0.text == "not a message on standard output: Loading model..." })
        let many = harness.backend()
        #expect(
            await many.painted("many")
                == .failed(.badResponse(message: "3 lines on standard output that are not messages")))
        await many.close()
    }

    @Test("an endless line is cut off and ends the plugin")
    func endless() async throws {
        let harness = try PluginHarness(
            """
            def generate(id, p):
                while True: sys.stdout.write("x" * 65536)
            """)
        let backend = harness.backend()
        #expect(
            await backend.painted() == .failed(.badResponse(message: "a line of over 1 MiB on standard output")))
        await backend.close()
    }

    @Test(
        "a picture must be a regular file in its folder with the reported size and digest",
        arguments: [
            ("r['path'] = '../../plugin'", "a picture outside the job's folder: ../../plugin"),
            ("r['path'] = '/etc/passwd'", "a picture outside the job's folder: /etc/passwd"),
            ("r['path'] = '..'", "a picture outside the job's folder: .."),
            ("del r['path']", "a picture without a path"),
            ("os.remove(w); os.symlink('/etc/passwd', w)", "picture.png is not a regular file"),
            ("os.remove(w); os.mkfifo(w)", "picture.png is not a regular file"),
            ("os.remove(w); os.mkdir(w)", "picture.png is not a regular file"),
            ("r['sha256'] = '0' * 64", "picture.png does not match its sha256"),
            ("r['sha256'] = 'abc'", "an invalid sha256"),
            ("r['bytes'] += 1", "picture.png has "),
            ("open(w, 'w').write('<html>'); r.pop('bytes'); r.pop('sha256')", "an HTML or XML page"),
        ])
    func pictures(spoil: String, message: String) async throws {
        let harness = try PluginHarness(
            """
            def generate(id, p):
                r = picture(p)
                w = os.path.join(p["workdir"], "picture.png")
                \(spoil)
                result(id, {"images": [r]})
            """)
        let backend = harness.backend()
        let painted = await backend.painted()
        guard case .failed(.badResponse(let words)) = painted else {
            Issue.record("\(painted)")
            return
        }
        #expect(words.hasPrefix(message))
        await backend.close()
    }

    @Test("a picture that vanished, is too large or never existed is reported as such")
    func missing() async throws {
        let harness = try PluginHarness(
            """
            def generate(id, p):
                r = picture(p)
                if p["job"] == "gone": os.remove(os.path.join(p["workdir"], "picture.png"))
                result(id, {"images": [] if p["job"] == "none" else [r]})
            """)
        let backend = harness.backend()
        #expect(await backend.painted("gone") == .failed(.expired))
        #expect(await backend.painted("none") == .failed(.empty))
        guard case .with(.finished(let sources, _)) = await backend.submitted(PluginHarness.request, "large") else {
            return
        }
        guard case .failed(.tooLarge) = await backend.fetched(sources[0], limit: 20) else {
            Issue.record("it was taken")
            return
        }
        #expect(await backend.fetched(.url("file:///etc/passwd")) != .with([]))
        await backend.close()
    }
}

extension BadPluginTests {
    @Test("a plugin that doesn't answer initialize is killed after five seconds, without blame on any job")
    func mute() async throws {
        let time = SteppedTime()
        let harness = try PluginHarness("def initialize(id, p): count('initialize')", time: time.time)
        let backend = harness.backend()
        async let painted = backend.painted()
        await time.pass(.seconds(5))
        #expect(await painted == .failed(.transient(message: "its plugin did not answer initialize within 5 seconds")))
        await backend.close()
    }

    @Test(
        "an incompatible plugin is a configuration error",
        arguments: [
            ("error(id, -32001, 'only 2 here')", "the plugin rejects protocol version 1: only 2 here"),
            (
                "result(id, {'protocol': 2, 'capabilities': CAPS})",
                "the plugin uses protocol 2, but version 1 is required"
            ),
            (
                "result(id, {'protocol': 1, 'capabilities': CAPS, 'requires': ['cancel', 'gpu']})",
                "the plugin requires gpu, which is not available"
            ),
        ])
    func misfit(answer: String, message: String) async throws {
        let harness = try PluginHarness("def initialize(id, p): \(answer)")
        let backend = harness.backend()
        #expect(await backend.painted() == .failed(.config(message: message)))
        await backend.close()
    }

    @Test("a failed start reports the reason")
    func unstartable() async throws {
        let harness = try PluginHarness("#!/no/such/interpreter\n")
        let backend = harness.backend()
        let place = harness.root.shown + "/plugin"
        let message =
            "\(place) cannot be started: the program, its working folder or the interpreter in its first line "
            + "does not exist"
        #expect(await backend.painted() == .failed(.config(message: message)))
        chmod(place, 0o644)
        #expect(await backend.probe() == .down(.config(message: "\(place) cannot be started: permission denied")))
    }

    @Test("a plugin without progress is asked to stop, then killed")
    func stalled() async throws {
        let time = SteppedTime()
        let harness = try PluginHarness(
            """
            import signal
            CAPS["progress"] = True
            def generate(id, p):
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                note("checkpoint", job=p["job"], handle=1, charged=True)
            def cancel(p): note("log", level="info", message="asked to stop")
            """, time: time.time)
        let backend = harness.backend()
        let handle = try #require(await backend.submitted().answer?.handle)
        async let polled = backend.polled(handle)
        // The stall timeout, the cancellation, SIGTERM; then SIGKILL, and the pause before the next start.
        await time.pass(.seconds(60))
        await harness.hears("asked to stop")
        for length in [5, 5, 1] { await time.pass(.seconds(length)) }
        #expect(await polled.answer?.sources?.count == 1)
        #expect(harness.counted("resume").count == 1)
        await backend.close()
    }

    @Test("a picture that takes too long is stopped and fails")
    func tooLate() async throws {
        let time = SteppedTime()
        let harness = try PluginHarness(
            """
            def generate(id, p):
                globals()["held"] = id
                note("checkpoint", job=p["job"], handle=1, charged=True)
            def cancel(p): error(held, -32800, "cancelled")
            """, time: time.time)
        let backend = harness.backend()
        let handle = try #require(await backend.submitted().answer?.handle)
        async let polled = backend.polled(handle)
        await time.pass(.seconds(300))
        #expect(await polled == .failed(.failed(message: "not finished after 300 seconds; stopped")))
        await backend.close()
    }

    @Test("a plugin that crashes repeatedly isn't restarted for a while")
    func broken() async throws {
        let time = SteppedTime(quick: [.seconds(1), .seconds(2), .seconds(4), .seconds(8)])
        let harness = try PluginHarness("def generate(id, p): os._exit(1)", time: time.time)
        let backend = harness.backend()
        for _ in 0..<5 {
            #expect(await backend.painted() == .failed(.unknown))
        }
        let left = BackendFailure.transient(message: "its plugin ended 5 times in ten minutes; not restarted for now")
        #expect(await backend.painted() == .failed(left))
        #expect(await backend.probe() == .down(left))
        time.advance(by: .seconds(600))
        #expect(await backend.probe() == .ready)
        await backend.close()
    }

    @Test("a plugin that doesn't exit is killed in time")
    func stubborn() async throws {
        let time = SteppedTime()
        let harness = try PluginHarness(
            """
            import signal
            signal.signal(signal.SIGTERM, lambda *a: count("term"))
            def shutdown(id, p): note("log", level="info", message="no")
            def end():
                while True: time.sleep(10)
            """, time: time.time)
        let backend = harness.backend()
        #expect(await backend.painted().answer != nil)
        async let closed: Void = backend.close()
        await harness.hears("no")
        for _ in 0..<2 { await time.pass(.seconds(5)) }
        await closed
        #expect(await backend.painted() == .failed(.transient(message: "stopped before the request was sent")))
    }
}
