import Domain
import Glibc
import PlatformConcurrency
import PlatformHTTPServer
import PlatformSystem
import Testing

@Suite("HTTP over the network")
struct NetworkTests {
    @Test("a request at a network address is answered, without peer credentials", arguments: ["127.0.0.1", "::1"])
    func answers(host: String) async throws {
        let socket: ListeningSocket
        do throws(SocketFailure) { socket = try ListeningSocket(host: host, port: 0) } catch {
            // Not every machine has IPv6.
            #expect(
                host == "::1" && error == .file(.failed(code: Errno(EADDRNOTAVAIL)))
                    || error == .file(.failed(code: Errno(EAFNOSUPPORT))))
            return
        }
        let port = socket.port
        #expect(port > 0)
        let server = try HTTPServer(socket, handler: ScriptedHandler())
        #expect(throws: SocketFailure.inUse) { _ = try ListeningSocket(host: host, port: port) }
        let threads = ThreadExecutor(name: "client")
        let answer = try await threads.run { try Client(host: host, port: port).get("/hello") }
        #expect(answer.status == 200 && answer.body == "/hello")
        await server.stop(grace: .seconds(5))
        await threads.shutdown()
    }

    @Test("a host name or another machine's address can't be bound", arguments: ["localhost", "192.0.2.1"])
    func refused(host: String) throws {
        #expect(throws: SocketFailure.file(.failed(code: Errno(EADDRNOTAVAIL)))) {
            _ = try ListeningSocket(host: host, port: 0)
        }
    }
}
