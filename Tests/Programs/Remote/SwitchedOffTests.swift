import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Testing

@Suite("Outages and revoked keys of every backend type", .ownThread)
struct SwitchedOffTests {
    private static let prompts = 12

    @Test(
        "prompts wait while a backend is down, and are each bought once when it is back",
        arguments: FakeProvider.Kind.allCases)
    func off(kind: FakeProvider.Kind) throws {
        let service = try Service()
        let provider = try FakeProvider(kind, isOpen: false, in: service)
        let program = try serve(service, provider, key: provider.key, until: " error backend_transient: ")
        try expectPatience(service)
        try provider.open()
        try expectAll(service, provider)
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }

    @Test(
        "prompts wait while a key is rejected, and are each bought once after a reload with a valid key",
        arguments: FakeProvider.Kind.allCases)
    func revoked(kind: FakeProvider.Kind) throws {
        let service = try Service()
        let provider = try FakeProvider(kind, isOpen: true, in: service)
        let program = try serve(service, provider, key: "ann:old-4Rw1", until: " error backend_auth: ")
        try expectPatience(service)
        #expect(try service.textify("status").output.contains("rejected its API key"))
        try lay(provider.key, service)
        #expect(try service.textify("reload").code == 0)
        try expectAll(service, provider)
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }

    /// Starts the service with `key` and returns once all prompts are jobs and `sign` is in the log, in either order.
    private func serve(_ service: Service, _ provider: FakeProvider, key: String, until sign: String) throws -> Program
    {
        try lay(key, service)
        try service.configure(backends: provider.table)
        for number in 0..<Self.prompts { try service.drop(prompt: "boat \(number)", "boat-\(number).txt") }
        let program = try service.serve()
        try program.wait(for: " job_accepted: ", Self.prompts)
        if !program.log.contains(where: { $0.contains(sign) }) { try program.wait(for: sign) }
        return program
    }

    private func lay(_ key: String, _ service: Service) throws {
        try FileDescriptor.folder(service.root.appending("making")).replace(FileName("key"), with: Array(key.utf8))
        chmod(service.kept("key"), 0o600)
    }

    private func expectPatience(_ service: Service) throws {
        let jobs = try jobs(service)
        #expect(jobs.count == Self.prompts)
        #expect(jobs.allSatisfy { ["queued", "waiting", "submitting"].contains($0.state) }, "\(jobs)")
    }

    private func expectAll(_ service: Service, _ provider: FakeProvider) throws {
        let sync = try service.textify("sync")
        #expect(sync.code == 0, "\(sync.errors)")
        let jobs = try jobs(service)
        #expect(jobs.count == Self.prompts && jobs.allSatisfy { $0.state == "done" && $0.attempts == 1 }, "\(jobs)")
        let once = Dictionary(uniqueKeysWithValues: (0..<Self.prompts).map { ("boat \($0)", 1) })
        #expect(try provider.painted() == once)
        #expect(try service.names(service.outbox).count == 3 * Self.prompts)
    }

    private struct Job: Decodable {
        let state: String
        let attempts: Int
    }

    private struct Jobs: Decodable {
        let jobs: [Job]
    }

    private func jobs(_ service: Service) throws -> [Job] {
        let list = try service.textify("jobs", "--limit", "1000", "--json")
        return try JSONDecoder().decode(Jobs.self, from: Data(list.output.utf8)).jobs
    }
}
