import Domain
import PlatformHTTPServer
import PlatformSystem

/// A server at a socket in a folder of its own, and threads for clients that block.
struct Bench {
    let folder: TemporaryFolder
    let script: Script
    let server: HTTPServer
    let threads = ThreadExecutor(name: "clients", threads: 4)

    init(_ script: Script = Script(), limits: ServerLimits = ServerLimits()) throws {
        folder = try TemporaryFolder()
        self.script = script
        server = try HTTPServer(ListeningSocket(at: folder.socket), limits: limits, handler: script)
    }

    /// Runs what a client does, on a thread.
    func client<Answer: Sendable>(_ body: @escaping @Sendable (Client) throws -> Answer) async throws -> Answer {
        let path = folder.socket
        return try await threads.run { try body(Client(path)) }
    }

    /// So many connections with a request each that the script holds.
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
