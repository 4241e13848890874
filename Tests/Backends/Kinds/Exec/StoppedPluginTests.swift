@testable import BackendKinds
import BackendKit
import Domain
import Testing

@Suite("Plugins stopped by the service")
struct StoppedPluginTests {
    @Test("a plugin stopped for lack of progress isn't reported as having exited by itself")
    func stoppedForSilence() async throws {
        let time = SteppedTime()
        let harness = try PluginHarness(
            """
            CAPS["progress"] = CAPS["idempotent"] = True
            def generate(id, p): pass
            def cancel(p): note("log", level="info", message="asked to stop")
            """, time: time.time)
        let backend = harness.backend()
        async let painted = backend.painted()
        await time.pass(.seconds(60))
        await harness.hears("asked to stop")
        await time.pass(.seconds(5))
        #expect(await painted == .failed(.transient(message: "its plugin was stopped: silent for 60 seconds")))
        #expect(harness.notices.contains(.says("stopped: silent for 60 seconds", .warning, backend: "own")))
        await backend.close()
    }

    @Test("work that ends with the service reports that")
    func stoppedWithTheService() async throws {
        let time = SteppedTime()
        let harness = try PluginHarness(
            """
            CAPS["idempotent"] = True
            def generate(id, p): note("log", level="info", message="begun")
            def shutdown(id, p): note("log", level="info", message="no")
            def end():
                while True: time.sleep(10)
            """, time: time.time)
        let backend = harness.backend()
        async let painted = backend.painted()
        await harness.hears("begun")
        async let closed: Void = backend.close()
        await harness.hears("no")
        await time.pass(.seconds(5))
        await closed
        let said = "its plugin was stopped: the service is stopping or has a new configuration"
        #expect(await painted == .failed(.transient(message: said)))
    }
}
