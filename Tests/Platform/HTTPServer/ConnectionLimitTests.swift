import Domain
import Glibc
import Loopback
import PlatformConcurrency
@testable import PlatformHTTPServer
import PlatformSystem
import TestFolders
import Testing

@Suite("HTTP connection limits", .timeLimit(.minutes(5)))
struct ConnectionLimitTests {
    @Test("a user at the connection limit gets another connection in exchange for the longest idle one") func idle()
        async throws
    {
        let harness = try ServerHarness(limits: ServerLimits(connections: 40, share: 4))
        let path = harness.folder.socket
        let (closed, status, kept) = try await harness.threads.run {
            let clients = try (0..<4).map { _ in try Client(path) }
            for client in clients { _ = try client.get("/") }
            let fifth = try Client(path)
            let status = try fifth.get("/").status
            return (clients[0].isClosed(), status, try clients[3].get("/").status)
        }
        #expect(closed && status == 200 && kept == 200)
        await harness.end()
    }

    @Test(
        "a user whose connections are all busy is refused another with a reason, and still gets the pending responses")
    func busy()
        async throws
    {
        let harness = try ServerHarness(limits: ServerLimits(connections: 40, share: 4))
        let clients = try await harness.waiting(4)
        _ = await harness.script.hear(4)
        let (refused, isClosed) = try await harness.client { client in (try client.get("/"), client.isClosed()) }
        #expect(refused.status == 503 && refused.body == "crowded" && isClosed)
        #expect(refused.headers["connection"]?.lowercased() == "close")
        harness.script.release()
        #expect(try await harness.threads.run { try clients.map { try $0.receive().status } } == [200, 200, 200, 200])
        #expect(try await harness.client { try $0.get("/").status } == 200)
        await harness.end()
    }

    @Test("a user with the maximum of connections doesn't lock out others", .enabled(if: getuid() == 0))
    func others() async throws {
        let harness = try ServerHarness(limits: ServerLimits(connections: 40, idle: .seconds(300)))
        let path = harness.folder.socket
        chmod(path.shown, 0o666)
        chmod(path.folder.shown, 0o755)
        let (silent, status) = try await harness.threads.run {
            var silent: [Client] = []
            try OtherUser.act { for _ in 0..<100 { silent.append(try Client(path)) } }
            return (silent, try Client(path).get("/").status)
        }
        #expect(silent.count == 100 && status == 200)
        await harness.end()
    }

    @Test("when connections are nearly exhausted, silent ones are closed first") func short() async throws {
        let harness = try ServerHarness(limits: ServerLimits(connections: 8, share: 8, idle: .seconds(300)))
        let path = harness.folder.socket
        let statuses = try await harness.threads.run {
            let silent = try (0..<20).map { _ in try Client(path) }
            let status = try Client(path).get("/").status
            return (silent.count, status)
        }
        #expect(statuses == (20, 200))
        await harness.end()
    }
}
