import Domain
import Glibc
import Testing

@Suite("Crashes", .ownThread, .serialized)
struct CrashTests {
    /// The log line, and its occurrence, after which each run is killed. New drops in every run ensure that it occurs.
    static let kills: [(mark: String, count: Int)] = [
        (" job_done: ", 1), (" job_accepted: ", 5), (" job_done: ", 4), (" job_done: ", 10), (" job_accepted: ", 1),
        (" job_done: ", 7), (" job_accepted: ", 10), (" job_done: ", 2), (" job_done: ", 9), (" job_accepted: ", 8),
    ]

    @Test("two hundred pictures are each delivered exactly once despite ten kills")
    func pictures() throws {
        let drops = try (0..<200).map { ("picture-\($0).png", try Pictures.numbered($0)) }
        let (service, consumer) = try survive(drops, giving: ["json", "txt"])
        let texts = try (0..<200).map { try service.bytes("picture-\($0).txt", in: consumer.shelf) }
        #expect(Set(texts).count == 200)
    }

    @Test("twenty prompts are each delivered exactly once despite ten kills")
    func prompts() throws {
        let drops = (0..<20).map { ("prompt-\($0).txt", Array("a lighthouse on hill number \($0)".utf8)) }
        try survive(drops, giving: ["json", "picture.png", "txt"])
    }

    /// Half of the drops are present at the start. The rest arrive in ten equal waves, one a run, before the run starts
    /// or while it serves.
    @discardableResult
    private func survive(_ drops: [(String, [UInt8])], giving endings: [String]) throws -> (Service, Consumer) {
        let service = try Service()
        let consumer = try Consumer(service)
        let wave = drops.count / 20
        for (name, bytes) in drops[..<(wave * 10)] { try service.drop(name, bytes) }
        for (run, kill) in Self.kills.enumerated() {
            let fresh = drops[(wave * (10 + run))...].prefix(wave)
            if run % 2 == 0 { for (name, bytes) in fresh { try service.drop(name, bytes) } }
            let program = try service.serve()
            if run % 2 == 1 { for (name, bytes) in fresh { try service.drop(name, bytes) } }
            try program.wait(for: kill.mark, min(kill.count, wave), each: consumer.look)
            program.send(SIGKILL)
            #expect(try program.ending(each: consumer.look) == .killed(SIGKILL))
            try consumer.look()
        }
        let last = try service.start("--once")
        #expect(try last.ending(each: consumer.look) == .code(0), "\(last.log)")
        try consumer.look()
        try expect(drops.map(\.0), endings, service, consumer)
        return (service, consumer)
    }

    private func expect(_ drops: [String], _ endings: [String], _ service: Service, _ consumer: Consumer) throws {
        let stems = drops.map { FileName($0).stem.shown }
        #expect(consumer.taken == Dictionary(uniqueKeysWithValues: stems.map { ($0, 1) }))
        let results = stems.flatMap { stem in endings.map { stem + "." + $0 } }
        #expect(try service.names(consumer.shelf) == results.sorted())
        try expectEmptyOutbox(service)
        #expect(try service.names(service.inbox) == ["done"])
        #expect(try service.files(below: service.inbox.appending("done")).sorted() == drops.sorted())
        let again = try service.start("--once")
        #expect(try again.ending() == .code(0))
        try expectEmptyOutbox(service)
    }

    private func expectEmptyOutbox(_ service: Service) throws {
        let left = try service.names(service.outbox)
        #expect(left == [])
    }
}
