import Domain
import PlatformConcurrency
@testable import PlatformHTTPServer
import PlatformSystem
import TestFolders

/// A server on a socket in a temporary folder, and threads for blocking clients.
struct ServerHarness {
    let folder: TemporaryFolder
    let script: ScriptedHandler
    let server: HTTPServer
    let threads = ThreadExecutor(name: "clients", threads: 4)

    init(_ script: ScriptedHandler = ScriptedHandler(), limits: ServerLimits = ServerLimits()) throws {
        folder = try TemporaryFolder()
        self.script = script
        server = try HTTPServer(ListeningSocket(at: folder.socket), limits: limits, handler: script)
    }

    /// Runs a client's work on a thread.
    func client<Answer: Sendable>(_ body: @escaping @Sendable (Client) throws -> Answer) async throws -> Answer {
        let path = folder.socket
        return try await threads.run { try body(Client(path)) }
    }

    /// Opens `count` connections, each with a request that the script keeps waiting.
    func waiting(_ count: Int) async throws -> [Client] {
        let path = folder.socket
        return try await threads.run {
            let clients = try (0..<count).map { _ in try Client(path) }
            for client in clients { try client.send("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n") }
            return clients
        }
    }

    func end() async {
        script.release()
        await server.stop(grace: .seconds(5))
        await threads.shutdown()
    }
}

extension TemporaryFolder {
    var socket: FolderPath { path.appending("control.sock") }
}
