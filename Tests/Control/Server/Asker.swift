import ControlAPI
import ControlServer
import Domain
import PlatformHTTPServer
import Testing

/// Sends requests to a control service as its server does: first the head, then the whole request. Every response is
/// checked against the OpenAPI document.
struct Asker {
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0]

    let plane = ScriptedPlane()
    let service: ControlService<StoppedClock>
    let clock = StoppedClock()
    /// Whether responses are checked against the document, which describes every route.
    var isAgreed = true
    var peer = Peer(process: 1, user: 1000, group: 1000, groups: [])

    /// The document, which is the same for all services.
    private static let agreed = Task {
        let asker = Asker()
        return await AgreedDocument(asker.service, asker.peer)
    }

    init(
        _ door: AccessPolicy = .socket(
            AccessRules(
                owner: 1000, submitters: .init(name: "textifyd-submit", number: 50),
                operators: .init(name: "textifyd-admin", number: 60)))
    ) {
        service = ControlService(
            plane: plane.plane, timer: clock, door: door,
            limits: ControlLimits(pictureBytes: 1 << 20, requestBytes: 1 << 16))
    }

    func ask(
        _ method: String, _ target: String, _ headers: [(String, String)] = [], body: [UInt8] = [],
        host: String? = "textifyd"
    ) async -> ServerResponse {
        let named = host.map { [("Host", $0)] } ?? []
        let head = RequestHead(
            method: method, target: target, headers: (named + headers).map { ServerHeader($0.0, $0.1) }, peer: peer)
        let response = await answer(head, body)
        guard isAgreed else { return response }
        let strays = await Self.agreed.value.strays(method, target, response)
        #expect(strays == [])
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
