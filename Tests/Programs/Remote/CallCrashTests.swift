import Domain
import Glibc
import Loopback
import Synchronization
import Testing

/// SIGKILL during calls that cost money.
@Suite("Crashes during calls", .ownThread)
struct CallCrashTests {
    /// The point of a call at which the service is killed.
    enum Phase: String, CaseIterable {
        /// Connected; nothing of the request was sent.
        case early
        /// The server has the request and holds back its answer.
        case held
        /// Half of the answer was sent.
        case half
        /// The answer contained a URL, and the picture is being downloaded from it.
        case address
    }

    /// The server's URL, known once the server runs.
    private final class Address: Sendable {
        let value = Mutex("")
    }

    private static let kills = 10

    @Test("a kill at any point of a call loses no picture and buys none twice without permission")
    func phases() async throws {
        let gates = (0..<Self.kills).map { _ in Phase.allCases.map { _ in Gate() } }
        let studio = try Self.studio(gates)
        // This server does not answer TLS handshakes: a client connects, waits for ever and sends no request.
        let mute = try Server(greeting: [.hold]) { _ in .silence }
        let blind = studio.table() + studio.table(named: "mute", at: "https://" + mute.host)
        let service = try Service(backends: blind)
        let consumer = try Consumer(service)
        for round in 0..<Self.kills {
            let program = try service.serve()
            for phase in Phase.allCases { try service.drop(prompt: Self.prompt(phase, round), "\(phase)-\(round).txt") }
            await mute.connected(round + 1)
            for gate in gates[round].dropFirst() { await gate.reached() }
            program.send(SIGKILL)
            #expect(try program.ending(each: consumer.look) == .killed(SIGKILL))
            for gate in gates[round] { gate.open() }
        }
        try service.configure(backends: studio.table() + studio.table(named: "mute"))
        let program = try service.serve()
        try program.wait(for: " job_done: ", each: consumer.look)
        let sync = try service.textify("sync")
        #expect(sync.code == 0, "\(sync.errors)")
        try consumer.look()
        #expect(consumer.taken == Self.once([.address]))
        #expect(studio.orders == Self.orders([.held, .half, .address]))

        let unknown = try service.jobs("unknown")
        #expect(unknown.count == Self.kills * 3)
        for id in unknown {
            let retry = try service.textify("retry", "--may-pay-twice", id)
            #expect(retry.code == 0, "\(retry.errors)")
        }
        let end = try service.textify("sync")
        #expect(end.code == 0, "\(end.errors)")
        try consumer.look()
        #expect(consumer.taken == Self.once(Phase.allCases))
        #expect(studio.orders == Self.orders(Phase.allCases + [.held, .half]))
        #expect(try service.names(service.inbox) == ["done"])
        #expect(try service.names(service.outbox) == [])
        let texts = try Set(consumer.taken.keys.map { try service.bytes($0 + ".txt", in: consumer.shelf) })
        #expect(texts.count == Self.kills * 4)
    }

    @Test("a kill at any point of staging and delivery delivers each bought picture exactly once")
    func files() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table())
        let consumer = try Consumer(service)
        for round in 0..<Self.kills {
            let watcher = try FolderWatcher(service.outbox)
            try service.drop(prompt: "boat \(round)", "boat-\(round).txt")
            let staging = try service.serve()
            try watcher.wait { $0.isNew && $0.name.hasPrefix(".") && !$0.name.hasPrefix(".textifyd") }
            try Self.kill(staging, consumer)
            let delivering = try service.serve()
            try watcher.wait { !$0.isNew && $0.name.hasPrefix("boat-\(round).") }
            try Self.kill(delivering, consumer)
        }
        let rest = try service.start("--once")
        #expect(try rest.ending(each: consumer.look) == .code(0), "\(rest.log)")
        try consumer.look()
        let rounds = 0..<Self.kills
        #expect(studio.orders == Dictionary(uniqueKeysWithValues: rounds.map { ("boat \($0)", 1) }))
        #expect(consumer.taken == Dictionary(uniqueKeysWithValues: rounds.map { ("boat-\($0)", 1) }))
        #expect(try service.names(service.outbox) == [])
        #expect(try service.names(service.inbox) == ["done"])
    }

    private static func kill(_ program: Program, _ consumer: Consumer) throws {
        program.send(SIGKILL)
        #expect(try program.ending() == .killed(SIGKILL))
        try consumer.look()
    }
}

extension CallCrashTests {
    /// A prompt with a number of its own, and so a picture of its own.
    private static func prompt(_ phase: Phase, _ round: Int) -> String {
        let number = round * Phase.allCases.count + place(phase) + 1
        let backend = phase == .early ? "+++\nbackend = \"mute\"\n+++\n" : ""
        return "\(backend)\(phase) \(round) \(number)"
    }

    private static func place(_ phase: Phase) -> Int {
        Phase.allCases.firstIndex(of: phase) ?? 0
    }

    private static func once(_ phases: [Phase]) -> [String: Int] {
        let stems = phases.flatMap { phase in (0..<kills).map { "\(phase)-\($0)" } }
        return Dictionary(uniqueKeysWithValues: stems.map { ($0, 1) })
    }

    /// The number of requests for each prompt if each prompt of a phase is requested once per occurrence in `phases`.
    private static func orders(_ phases: [Phase]) -> [String: Int] {
        let prompts = phases.flatMap { phase in
            (0..<kills).map { "\(phase) \($0) \($0 * Phase.allCases.count + place(phase) + 1)" }
        }
        return Dictionary(prompts.map { ($0, 1) }, uniquingKeysWith: +)
    }

    /// A server that waits at a gate when it receives a prompt for the first time.
    private static func studio(_ gates: [[Gate]]) throws -> FakeImagesServer {
        let url = Address()
        @Sendable func gate(_ phase: Phase, _ round: Int) -> Gate { gates[round][place(phase)] }
        let studio = try FakeImagesServer { order in
            let words = order.prompt.split(separator: " ")
            let (phase, round) = (Phase(rawValue: String(words[0])) ?? .early, Int(words[1]) ?? 0)
            let whole = FakeImagesServer.picture(order.number)
            guard order.before == 0 else { return whole }
            switch phase {
            case .early: return whole
            case .held: return Answer([.wait(gate(phase, round))] + whole.steps)
            case .half: return cut(whole, gate(phase, round))
            case .address:
                let place = "\(url.value.withLock { $0 })/pictures/\(round)/\(order.number)"
                return .json(#"{"data": [{"url": ""# + place + #""}]}"#)
            }
        } other: { received in
            let words = received.target.split(separator: "/")
            guard words.first == "pictures", words.count == 3, let round = Int(words[1]), let number = Int(words[2])
            else { return FakeImagesServer.models(received) }
            let picture = Answer.status(200, body: FakeImagesServer.png(number)).steps
            return Answer([.wait(gate(.address, round))] + picture)
        }
        url.value.withLock { $0 = studio.server.url }
        return studio
    }

    /// Splits an answer in its body, 40 bytes before the end, and waits there.
    private static func cut(_ whole: Answer, _ gate: Gate) -> Answer {
        let bytes = whole.steps.flatMap { step -> [UInt8] in
            if case .send(let bytes) = step { bytes } else { [] }
        }
        let middle = bytes.count - 40
        return Answer(.send(Array(bytes[..<middle])), .wait(gate), .send(Array(bytes[middle...])))
    }
}
