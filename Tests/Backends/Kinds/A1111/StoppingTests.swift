@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Testing

@Suite("Cancelling a web UI's picture", .timeLimit(.minutes(2)))
struct StoppingTests {
    private static let request = ImageRequest(prompt: "a", size: PictureSize(width: 64, height: 64), seed: 7)

    private static func submitted(
        _ backend: A1111Backend, _ key: String
    ) async -> Result<Submission, BackendFailure> {
        do throws(BackendFailure) { return .success(try await backend.submit(request, key: key)) } catch {
            return .failure(error)
        }
    }

    /// A web UI whose pictures wait for the gates, in order.
    private func studio(_ gates: [Gate], isExclusive: Bool) throws -> FakeWebUI {
        var studio = try FakeWebUI { received in
            guard received.target == "/sdapi/v1/txt2img" else { return .json("{}") }
            let gate = gates[min(received.number, gates.count - 1)]
            return Answer([.wait(gate)] + Answer.json(FakeWebUI.picture()).steps)
        }
        studio.options.isExclusive = isExclusive
        return studio
    }

    private func interrupts(_ studio: FakeWebUI) -> Int {
        studio.server.requests.count { $0.target == "/sdapi/v1/interrupt" }
    }

    @Test("is interrupted if the server is exclusive, and half a picture is discarded")
    func exclusive() async throws {
        let gate = Gate()
        let studio = try studio([gate], isExclusive: true)
        let backend = studio.backend
        async let answer = Self.submitted(backend, "one")
        await gate.reached()
        #expect(await backend.stop(key: "other") == .notRunning)
        #expect(interrupts(studio) == 0)
        #expect(await backend.stop(key: "one") == .requested)
        gate.open()
        #expect(await answer == .failure(.cancelled))
        #expect(interrupts(studio) == 1 && studio.orders == 1)
        #expect(await backend.stop(key: "one") == .notRunning)
        #expect(interrupts(studio) == 1)
    }

    @Test("progress is that of the only request at an exclusive server; no one else's")
    func progress() async throws {
        let gates = [Gate(), Gate()]
        let bodies = [
            #"{"progress": 0.35, "eta_relative": 3.2, "state": {"sampling_step": 7, "sampling_steps": 20}}"#,
            #"{"progress": 0.0, "eta_relative": 0.0, "state": {"sampling_step": 0, "sampling_steps": 0}}"#, "<html>",
        ]
        let answered = Counter()
        var studio = try FakeWebUI { received in
            if received.target == "/sdapi/v1/progress?skip_current_image=true" {
                return .json(bodies[min(answered.next(""), bodies.count - 1)])
            }
            return Answer([.wait(gates[min(received.number, 1)])] + Answer.json(FakeWebUI.picture()).steps)
        }
        #expect(!studio.backend.descriptor.reportsProgress)
        studio.options.isExclusive = true
        let backend = studio.backend
        #expect(backend.descriptor.reportsProgress)
        #expect(await backend.progress(of: "one") == nil && studio.server.requests.isEmpty)
        async let first = Self.submitted(backend, "one")
        await gates[0].reached()
        let progress = GenerationProgress(fraction: 0.35, secondsLeft: 3.2, step: 7, steps: 20)
        #expect(await backend.progress(of: "one") == progress)
        #expect(await backend.progress(of: "one") == nil)
        #expect(await backend.progress(of: "one") == nil)
        gates[0].open()
        #expect((try? await first.get()) != nil)
        #expect(await backend.progress(of: "one") == nil && studio.server.requests.count == 4)
        gates[1].open()
    }

    @Test("is finished if others may use the server, since theirs could be interrupted")
    func shared() async throws {
        let gate = Gate()
        let studio = try studio([gate], isExclusive: false)
        let backend = studio.backend
        async let answer = Self.submitted(backend, "one")
        await gate.reached()
        #expect(await backend.stop(key: "one") == .unsupported)
        gate.open()
        guard case .success = await answer else {
            Issue.record("not painted")
            return
        }
        #expect(interrupts(studio) == 0)
    }

    @Test("is finished if another of our requests is pending, since either may be running")
    func two() async throws {
        let gates = [Gate(), Gate()]
        let studio = try studio(gates, isExclusive: true)
        let backend = studio.backend
        async let first = Self.submitted(backend, "one")
        await gates[0].reached()
        async let second = Self.submitted(backend, "two")
        await gates[1].reached()
        #expect(await backend.stop(key: "one") == .unsupported)
        for gate in gates { gate.open() }
        let answers = await [first, second]
        #expect(interrupts(studio) == 0 && answers.allSatisfy { (try? $0.get()) != nil })
    }

    @Test("is finished and counted if the server can't interrupt")
    func unknown() async throws {
        let gate = Gate()
        var studio = try FakeWebUI { received in
            guard received.target == "/sdapi/v1/txt2img" else { return .status(404) }
            return Answer([.wait(gate)] + Answer.json(FakeWebUI.picture()).steps)
        }
        studio.options.isExclusive = true
        let backend = studio.backend
        async let answer = Self.submitted(backend, "one")
        await gate.reached()
        #expect(await backend.stop(key: "one") == .unsupported)
        gate.open()
        #expect((try? await answer.get()) != nil)
    }
}
