@testable import BackendKinds
import BackendKit
import Domain
import Testing

@Suite("One-shot plugins")
struct OneShotTests {
    private static func script(_ message: String, _ code: Int) -> String {
        "#!/bin/sh\nread -r order\necho 'W! careful' >&2\necho 'E! boom' >&2\n\(message)\nexit \(code)\n"
    }

    @Test(
        "three exit codes promise that nothing was bought; any other exit without a picture may have cost something",
        arguments: [
            (64, .invalid(parameter: nil, message: "boom")), (75, .transient(message: "boom")), (77, .auth),
            (1, .unknown),
            (2, .unknown), (65, .unknown), (69, .unknown), (127, .unknown),
            (0, .badResponse(message: "not JSON on standard output")),
        ] as [(Int, BackendFailure)])
    func codes(code: Int, failure: BackendFailure) async throws {
        let harness = try PluginHarness(Self.script("", code), isOneShot: true)
        #expect(await harness.backend().painted() == .failed(failure))
        #expect(harness.notices.count == 2)
    }

    @Test(
        "a script's own report of charges counts, whatever its exit code",
        arguments: [
            (#"{"charged": false}"#, 1, .failed(message: "boom", charged: false)),
            (#"{"error": {"message": "no", "data": {"charged": false}}}"#, 1, .failed(message: "no", charged: false)),
            (#"{"error": {"message": "no", "data": {"charged": "unknown"}}}"#, 1, .unknown),
            (#"{"error": {"message": "no", "data": {"class": "transient", "charged": "unknown"}}}"#, 75, .unknown),
            (#"{"charged": true}"#, 1, .unknown), (#"{"charged": true}"#, 75, .unknown),
        ] as [(String, Int, BackendFailure)])
    func charged(document: String, code: Int, failure: BackendFailure) async throws {
        let harness = try PluginHarness(Self.script("echo '\(document)'", code), isOneShot: true)
        #expect(await harness.backend().painted() == .failed(failure))
        #expect(harness.notices.count == 2)
    }

    @Test("a free plugin fails with its last log line, without the level prefix")
    func free() async throws {
        let harness = try PluginHarness(Self.script("", 1), isOneShot: true) { $0.context.isFree = true }
        #expect(await harness.backend().painted() == .failed(.failed(message: "boom", charged: false)))
        #expect(harness.notices == [.says("careful", .warning, backend: "own"), .says("boom", .error, backend: "own")])
    }

    @Test("a script that takes too long is stopped and logged")
    func late() async throws {
        let time = SteppedTime()
        let harness = try PluginHarness(
            "#!/bin/sh\necho ready >&2\nexec sleep 1000\n", isOneShot: true, time: time.time)
        let backend = harness.backend()
        async let painted = backend.painted()
        await harness.hears("ready")
        await time.pass(.seconds(300))
        #expect(await painted == .failed(.unknown))
        #expect(harness.notices.contains(.says("stopped: not finished after 300 seconds", .warning, backend: "own")))
    }
}
