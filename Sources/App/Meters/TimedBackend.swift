import BackendKit
import ControlServer
import Domain

/// A backend whose answers are timed.
struct TimedBackend: ImageBackend {
    private let backend: any ImageBackend
    private let meters: Meters

    init(_ backend: any ImageBackend, _ meters: Meters) {
        self.backend = backend
        self.meters = meters
    }

    var descriptor: BackendDescriptor { backend.descriptor }

    func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        try await timed("submit") { () throws(BackendFailure) in try await backend.submit(request, key: key) }
    }

    func handle(of key: String) -> JobHandle? { backend.handle(of: key) }

    func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        try await timed("poll") { () throws(BackendFailure) in try await backend.poll(handle) }
    }

    func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        try await timed("fetch") { () throws(BackendFailure) in try await backend.fetch(source, limit: limit) }
    }

    func cancel(_ handle: JobHandle) async -> CancelOutcome { await backend.cancel(handle) }

    func stop(key: String) async -> CancelOutcome { await backend.stop(key: key) }

    func probe() async -> BackendHealth { await backend.probe() }

    func close() async { await backend.close() }

    private func timed<Answer>(
        _ call: String, _ work: () async throws(BackendFailure) -> Answer
    ) async throws(BackendFailure) -> Answer {
        let clock = ContinuousClock()
        let start = clock.now
        do throws(BackendFailure) {
            let answer = try await work()
            meters.add(.call, clock.now - start, descriptor.name, call, "ok")
            return answer
        } catch {
            meters.add(.call, clock.now - start, descriptor.name, call, "failed")
            throw error
        }
    }
}
