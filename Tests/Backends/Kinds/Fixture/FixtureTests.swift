@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Synchronization
import Testing

@Suite("Fixture backend")
struct FixtureTests {
    /// A backend whose picture is the prompt and the seed as text.
    private struct FakeGenerator: ImageBackend {
        let descriptor = BackendDescriptor(
            name: "painter", kind: "painter", credit: "x", isFree: true, isDeterministic: true, sides: 64...2048,
            concurrency: 1)

        func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> Submission {
            .finished([.bytes(Array("\(request.prompt) \(request.seed)".utf8))], Receipt(charged: .no))
        }

        func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer { throw .lost }

        func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
            guard case .bytes(let bytes) = source else { throw .lost }
            return bytes
        }

        func cancel(_ handle: JobHandle) async -> CancelOutcome { .notRunning }
        func probe() async -> BackendHealth { .ready }
    }

    private static let request = ImageRequest(prompt: "a fox", size: PictureSize(width: 64, height: 64), seed: 7)

    private func configured(_ own: FixtureSettings, isFree: Bool = true) -> ConfiguredBackend<FixtureSettings> {
        ConfiguredBackend(own, BackendContext("dry", isFree: isFree))
    }

    private func backend(_ options: ConfiguredBackend<FixtureSettings>) -> FixtureBackend {
        FixtureBackend(options.own, options.context, generator: FakeGenerator()) { _ in }
    }

    /// The picture as text, or the failure.
    private func outcome(_ backend: FixtureBackend) async -> Result<String, BackendFailure> {
        do throws(BackendFailure) {
            guard case .finished(let sources, _) = try await backend.submit(Self.request, key: "k"),
                let source = sources.first
            else { return .failure(.lost) }
            return .success(String(decoding: try await backend.fetch(source, limit: 99), as: UTF8.self))
        } catch {
            return .failure(error)
        }
    }

    private func faults(_ options: ConfiguredBackend<FixtureSettings>, calls: Int) async -> [Int] {
        let backend = backend(options)
        var faults: [Int] = []
        for call in 1...calls {
            if case .failure = await outcome(backend) { faults.append(call) }
        }
        return faults
    }

    @Test("without faults every call succeeds, with the same result for the same prompt and seed")
    func plain() async {
        let backend = backend(configured(FixtureSettings()))
        #expect(backend.descriptor.credit == "fixture, no AI" && backend.descriptor.isFree)
        for _ in 0..<3 { #expect(await outcome(backend) == .success("a fox 7")) }
        #expect(await backend.probe() == .ready)
    }

    @Test("each fault has its class and nothing else", arguments: FixtureFault.allCases)
    func classes(fault: FixtureFault) async {
        let expected: BackendFailure =
            switch fault {
            case .auth: .auth
            case .quota: .quota
            case .rateLimited: .rateLimited(after: nil)
            case .moderated: .moderated(stage: "prompt", charged: false)
            case .invalid: .invalid(parameter: nil, message: "a simulated fault")
            case .gone: .gone
            case .loading: .loading(eta: nil)
            case .transient: .transient(message: "a simulated fault")
            case .timeout: .timeout
            case .drop: .unknown
            case .empty: .empty
            case .badResponse: .badResponse(message: "a simulated fault")
            case .expired: .expired
            case .failed: .failed(message: "a simulated fault")
            }
        #expect(await outcome(backend(configured(FixtureSettings(fault: fault)))) == .failure(expected))
    }

    @Test(
        "faults begin after a number of calls, hit every n-th call, and end after a number of faults",
        arguments: [
            (0, 1, nil, [1, 2, 3, 4, 5, 6, 7, 8, 9]), (3, 1, nil, [4, 5, 6, 7, 8, 9]), (0, 3, nil, [3, 6, 9]),
            (2, 3, nil, [5, 8]), (0, 1, 2, [1, 2]), (1, 2, 3, [3, 5, 7]), (9, 1, nil, []),
        ] as [(Int, Int, Int?, [Int])])
    func plan(after: Int, every: Int, times: Int?, expected: [Int]) async {
        let options = configured(FixtureSettings(fault: .failed, after: after, every: every, times: times))
        #expect(await faults(options, calls: 9) == expected)
    }

    @Test("a fault of the whole backend also affects health checks, which count, and ends eventually")
    func looks() async {
        let backend = backend(configured(FixtureSettings(fault: .auth, after: 1, times: 3)))
        #expect(await outcome(backend) == .success("a fox 7"))
        #expect(await outcome(backend) == .failure(.auth))
        #expect(await backend.probe() == .down(.auth))
        #expect(await backend.probe() == .down(.auth))
        #expect(await backend.probe() == .ready)
        #expect(await outcome(backend) == .success("a fox 7"))
        let other = self.backend(configured(FixtureSettings(fault: .moderated)))
        #expect(await other.probe() == .ready)
    }

    @Test("each call takes its configured time, with or without a fault; a cancelled one makes nothing")
    func delay() async {
        let slept = Mutex<[Duration]>([])
        let options = configured(FixtureSettings(fault: .failed, after: 1, delay: .seconds(2)))
        let backend = FixtureBackend(options.own, options.context, generator: FakeGenerator()) { duration in
            slept.withLock { $0.append(duration) }
        }
        _ = await outcome(backend)
        _ = await outcome(backend)
        #expect(slept.withLock { $0 } == [.seconds(2), .seconds(2)])
        let stopped = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await outcome(self.backend(configured(FixtureSettings())))
        }
        #expect(await stopped.value == .failure(.transient(message: "stopped before the request was sent")))
    }

    @Test("calls on a paid fixture are charged, even if the picture is lost")
    func charged() async throws {
        let paid = backend(configured(FixtureSettings(fault: .expired, after: 1), isFree: false))
        for _ in 0..<2 {
            guard case .finished(_, let receipt) = try await paid.submit(Self.request, key: "k") else {
                return #expect(Bool(false))
            }
            #expect(receipt.charged == .yes)
        }
        #expect(!paid.descriptor.isFree)
    }
}
