import ControlAPI
import ControlContract
import Domain
@testable import PlatformHTTPServer
import Synchronization
import Testing

@testable import ControlServer

/// Sends requests to a control service as its server does: first the head, then the whole request. Every response is
/// checked against the OpenAPI document.
struct CheckedClient {
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0]

    let plane = ScriptedPlane()
    let service: ControlService<StoppedClock>
    let clock = StoppedClock()
    var peer = Peer(user: 1000, group: 1000, groups: [])

    /// Whether the service serves every route of the document, which responses are then checked against.
    var isWhole = true
    /// What the responses have covered of the document.
    var covered = Covered()

    /// The document as it is served.
    static let contract = Task {
        let request = RequestHead(
            method: "GET", target: "/v1/openapi.json", headers: [ServerHeader("Host", "textifyd")],
            peer: CheckedClient().peer)
        return OpenAPIContract(await CheckedClient().service.answer(ServerRequest(head: request, body: [])).body)
    }

    init(
        _ access: AccessPolicy = .socket(
            AccessRules(
                owner: 1000, submitters: .init(name: "textifyd-submit", number: 50),
                operators: .init(name: "textifyd-admin", number: 60)))
    ) {
        service = ControlService(
            plane: plane.plane, timer: clock, access: access,
            pictureBytes: 1 << 20, requestBytes: 1 << 16)
    }

    func ask(
        _ method: String, _ target: String, _ headers: [(String, String)] = [], body: [UInt8] = [],
        host: String? = "textifyd"
    ) async -> ServerResponse {
        let named = host.map { [("Host", $0)] } ?? []
        let head = RequestHead(
            method: method, target: target, headers: (named + headers).map { ServerHeader($0.0, $0.1) }, peer: peer)
        return await checked(await answer(head, body), method, target)
    }

    /// Returns the response to a request whose body has a fault.
    func refuse(_ method: String, _ target: String, _ fault: BodyFault) async -> ServerResponse {
        let head = RequestHead(
            method: method, target: target, headers: [ServerHeader("Host", "textifyd")], peer: peer)
        return await checked(service.refuse(head, fault), method, target)
    }

    private func checked(_ response: ServerResponse, _ method: String, _ target: String) async -> ServerResponse {
        guard isWhole else { return response }
        let contract = await Self.contract.value
        let faults = covered.add { coverage in
            contract?.faults(
                method, target, status: response.status, type: response.header("Content-Type"), body: response.body,
                &coverage)
        }
        #expect(faults == [])
        return response
    }

    private func answer(_ head: RequestHead, _ body: [UInt8]) async -> ServerResponse {
        switch service.admit(head) {
        case .refuse(let response): response
        case .read(let limit) where body.count > limit: service.refuse(head, .tooLarge)
        case .read: await service.answer(ServerRequest(head: head, body: body))
        }
    }

    func json(_ method: String, _ target: String, _ body: String) async -> ServerResponse {
        await ask(method, target, [("Content-Type", "application/json")], body: Array(body.utf8))
    }
}

/// What responses have covered of the document.
final class Covered: Sendable {
    private let coverage = Mutex(OpenAPIContract.Coverage())

    var value: OpenAPIContract.Coverage { coverage.withLock { $0 } }

    func add<Answer>(_ body: (inout OpenAPIContract.Coverage) -> Answer) -> Answer {
        var coverage = value
        let answer = body(&coverage)
        self.coverage.withLock { $0.formUnion(coverage) }
        return answer
    }
}

/// A clock whose deadlines have always passed: every sleep returns at once.
struct StoppedClock: Clock {
    typealias Instant = ContinuousClock.Instant
    private let start = ContinuousClock.now
    var now: Instant { start }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}

extension ServerResponse {
    var problem: Problem? {
        guard headers.contains(ServerHeader("Content-Type", MediaType.problem)) else { return nil }
        return try? ControlJSON.decode(Problem.self, from: body)
    }

    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    func read<Value: Decodable>(_ type: Value.Type) -> Value? { try? ControlJSON.decode(type, from: body) }
}
