@testable import BackendKinds
import BackendKit
import Domain
import Synchronization
import Testing

@Suite("Plugin keys obtained on demand", .timeLimit(.minutes(5)))
struct KeyTests {
    /// Gives `sk-1`, `sk-2`, …: the next one after each rejection.
    private final class ScriptedKeys: PluginKeys {
        private let number = Mutex(1)
        let failure: BackendFailure?

        init(_ failure: BackendFailure? = nil) {
            self.failure = failure
        }

        var current: Int { number.withLock { $0 } }

        func all() async throws(BackendFailure) -> [String: Secret] {
            if let failure { throw failure }
            return ["api": Secret("sk-hush-\(current)")]
        }

        func forget() async { number.withLock { $0 += 1 } }
    }

    /// A plugin that accepts only the second key and echoes every key it gets.
    private static let choosy = """
        def initialize(id, p):
            global key
            key = p["credentials"]["api"]
            count("initialize", key)
            result(id, {"protocol": 1, "plugin": {"name": key, "version": "1"}, "capabilities": CAPS})

        def generate(id, p):
            count("generate", key)
            print("E! the key is", key, file=sys.stderr, flush=True)
            if key != "sk-hush-2": error(id, 1002, "wrong key " + key)
            else: result(id, {"images": [picture(p)]})
        """

    @Test("a rejected key ends the process; the next process gets a new key, and no key is ever quoted")
    func renewed() async throws {
        let purse = ScriptedKeys()
        let harness = try PluginHarness(Self.choosy, keys: purse)
        let backend = harness.backend()
        #expect(await backend.painted() == .failed(.auth))
        #expect(await backend.painted("job2").answer != nil)
        #expect(await backend.painted("job3").answer != nil)
        await backend.close()
        #expect(harness.counted("initialize") == ["sk-hush-1", "sk-hush-2"])
        #expect(harness.counted("generate") == ["sk-hush-1", "sk-hush-2", "sk-hush-2"])
        #expect(purse.current == 2)
        await harness.hears("the key is •••")
        #expect(!harness.notices.contains { "\($0)".contains("hush") })
    }

    @Test("a key rejected during other work doesn't affect that work")
    func busy() async throws {
        let purse = ScriptedKeys()
        let body = """
            def generate(id, p):
                count("generate", p["job"])
                if p["job"] == "bad": error(id, 1002, "wrong key")
                else: note("checkpoint", job=p["job"], handle={"id": id}, charged=True)

            def cancel(p): count("cancel", p["job"])

            def ping(id, p): result(id, {})
            """
        let harness = try PluginHarness(body, keys: purse)
        let backend = harness.backend()
        let handle = try #require(await backend.submitted(PluginHarness.request, "good").answer?.handle)
        #expect(await backend.submitted(PluginHarness.request, "bad") == .failed(.auth))
        #expect(await backend.probe() == .ready)
        #expect(harness.counted("initialize").count == 1 && purse.current == 2)
        await backend.close()
        #expect(!handle.text.isEmpty)
    }

    @Test("a plugin that rejects its key at once gets another at its next start")
    func atOnce() async throws {
        let body = """
            def initialize(id, p):
                count("initialize", p["credentials"]["api"])
                if p["credentials"]["api"] == "sk-hush-1": error(id, 1002, "no")
                else: result(id, {"protocol": 1, "plugin": {"name": "own", "version": "1"}, "capabilities": CAPS})
            """
        let harness = try PluginHarness(body, time: SteppedTime(quick: [.seconds(1)]).time, keys: ScriptedKeys())
        let backend = harness.backend()
        #expect(await backend.painted() == .failed(.auth))
        #expect(await backend.painted().answer != nil)
        await backend.close()
        #expect(harness.counted("initialize") == ["sk-hush-1", "sk-hush-2"])
    }

    @Test("a script gets the key on each run, and another one after exit 77")
    func oneShot() async throws {
        let script = """
            #!/usr/bin/env python3
            import json, os, sys
            order = json.loads(sys.stdin.readline())
            key = order["credentials"]["api"]
            with open(os.environ["COUNTS"] + "/keys", "a") as file: file.write(key + "\\n")
            print("no", key, file=sys.stderr)
            sys.exit(77 if key == "sk-hush-1" else 64)
            """
        let harness = try PluginHarness(script, isOneShot: true, keys: ScriptedKeys())
        let backend = harness.backend()
        #expect(await backend.painted() == .failed(.auth))
        #expect(await backend.painted() == .failed(.invalid(parameter: nil, message: "no •••")))
        #expect(harness.counted("keys") == ["sk-hush-1", "sk-hush-2"])
    }

    @Test("nothing is started without a key", arguments: [true, false])
    func failing(isOneShot: Bool) async throws {
        let failure = BackendFailure.config(message: "sh ended with code 3")
        let harness = try PluginHarness(isOneShot: isOneShot, keys: ScriptedKeys(failure))
        let backend = harness.backend()
        #expect(await backend.painted() == .failed(failure))
        #expect(harness.counted("initialize").isEmpty && harness.counted("generate").isEmpty)
        await backend.close()
    }
}
