@testable import BackendKinds
import BackendKit
import BackendTransports
import Domain
import Loopback
import Words

/// A test double of a provider on loopback, called over a real connection through the shipped template.
struct FakeTemplateProvider {
    let server: Server
    /// The separate server for downloads, as providers have it.
    let delivery: Server
    private let backend: TemplateBackend

    /// `answering` receives the request and the base URL of the pictures.
    init(
        _ shipped: ShippedTemplate, model: String = "m-1", values: [String: JSONValue] = [:],
        extra: [String: JSONValue] = [:], total: Duration = .seconds(20),
        answering script: @escaping @Sendable (ReceivedRequest, _ delivery: String) -> Answer
    ) throws {
        let delivery = try Server(.status(200, body: TemplateFixture.png))
        let place = delivery.url
        server = try Server { script($0, place) }
        self.delivery = delivery
        var options = TemplateFixture.options(try shipped.template(), base: server.url)
        options.model = model
        options.values = values
        options.extra = extra
        backend = try TemplateFixture.backend(options, Wire(total: total))
    }

    /// Submits, polls as often as the service wants, fetches, and returns the picture's bytes.
    func painted() async -> Result<[UInt8], BackendFailure> {
        do throws(BackendFailure) {
            var sources: [ImageSource] = []
            switch try await backend.submit(TemplateFixture.request, key: "job-1") {
            case .finished(let found, _): sources = found
            case .pending(let handle, _): sources = try await waited(handle)
            }
            guard let source = sources.first else { return .failure(.empty) }
            return .success(try await backend.fetch(source, limit: 1 << 20))
        } catch {
            return .failure(error)
        }
    }

    private func waited(_ handle: JobHandle) async throws(BackendFailure) -> [ImageSource] {
        for _ in 0..<10 {
            if case .finished(let sources, _) = try await backend.poll(handle) { return sources }
        }
        throw .timeout
    }

    func submitted() async -> Result<Submission, BackendFailure> { await TemplateFixture.submitted(backend) }

    func health() async -> BackendHealth { await backend.probe() }

    func polled(_ handle: JobHandle) async -> Result<PollAnswer, BackendFailure> {
        await TemplateFixture.polled(backend, handle.text)
    }

    func stopped(_ handle: JobHandle) async -> CancelOutcome { await backend.cancel(handle) }

    /// The requests for a picture so far.
    var orders: [ReceivedRequest] { server.requests.filter { $0.method == "POST" && !$0.target.hasSuffix("/cancel") } }

    /// Whether the key was neither sent to the download server nor put into a request's body.
    var keepsKeySecret: Bool {
        !delivery.requests.contains { $0.head.contains("hush") } && orders.allSatisfy { !$0.text.contains("hush") }
    }
}
